package org.plimsoll.driver.zookeeper;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for ZooKeeper, with rows as nodes. */
public final class ZooKeeperDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Operations.CREATE,
          Operations.CREATE_EPHEMERAL,
          Operations.CAS,
          Operations.CHILDREN);

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public String description() {
    return "ZooKeeper: nodes with data, versions, ephemeral nodes and multis";
  }

  @Override
  public List<String> targetForms() {
    return List.of("zookeeper://[user:password@]host[:port][,host[:port]…][/path]");
  }

  @Override
  public List<Setting<?>> settings() {
    return ZooKeeperSettings.ALL;
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
    var _ = ZooKeeperAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return ZooKeeperTarget.open(context);
  }
}
