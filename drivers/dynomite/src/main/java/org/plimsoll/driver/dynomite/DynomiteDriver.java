package org.plimsoll.driver.dynomite;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Dynomite in front of Redis: a ring of racks in one datacenter or several. */
public final class DynomiteDriver implements Driver {
  @Override
  public String name() {
    return "dynomite";
  }

  @Override
  public String description() {
    return "Dynomite in front of Redis, with routing by token and rack, through Lettuce";
  }

  @Override
  public List<String> targetForms() {
    return List.of("dynomite://host[:port][,host[:port]…]");
  }

  @Override
  public List<Setting<?>> settings() {
    return DynomiteSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return DynomiteOperations.ALL;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS, Capability.FOLLOWS_NODES);
  }

  @Override
  public void checkAddress(String address) {
    var _ = DynomiteAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return DynomiteTarget.open(context);
  }
}
