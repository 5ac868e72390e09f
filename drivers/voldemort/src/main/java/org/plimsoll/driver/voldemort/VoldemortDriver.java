package org.plimsoll.driver.voldemort;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for a store of a Voldemort cluster. */
public final class VoldemortDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Commands.ADD,
          Commands.CAS,
          Commands.GET_VERSION);

  @Override
  public String name() {
    return "voldemort";
  }

  @Override
  public String description() {
    return "Voldemort, routed by the client or the server, with vector clocks: vp3 and pb0";
  }

  @Override
  public List<String> targetForms() {
    return List.of("voldemort://host[:port][,host[:port]…]/STORE");
  }

  @Override
  public List<Setting<?>> settings() {
    return VoldemortSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = VoldemortSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return VoldemortTarget.open(context);
  }
}
