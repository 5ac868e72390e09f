package org.plimsoll.driver.memcached;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Memcached: one server, or several servers over which the keys are distributed. */
public final class MemcachedDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Commands.ADD,
          Commands.REPLACE,
          Commands.CAS,
          Commands.APPEND,
          Commands.PREPEND,
          Commands.TOUCH,
          Commands.INCREMENT);

  @Override
  public String name() {
    return "memcached";
  }

  @Override
  public String description() {
    return "Memcached, one server or many: text, binary and meta protocol";
  }

  @Override
  public List<String> targetForms() {
    return List.of("memcached://[user:password@]host[:port][,host[:port]…]");
  }

  @Override
  public List<Setting<?>> settings() {
    return MemcachedSettings.ALL;
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
    var _ = MemcachedSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return MemcachedTarget.open(context);
  }
}
