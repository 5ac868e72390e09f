package org.plimsoll.driver.hbase;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Apache HBase, through its asynchronous client. */
public final class HBaseDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          OwnOperations.CREATE,
          OwnOperations.CHECK_AND_PUT,
          OwnOperations.INCREMENT,
          OwnOperations.APPEND,
          OwnOperations.MUTATE_ROW);

  @Override
  public String name() {
    return "hbase";
  }

  @Override
  public String description() {
    return "HBase: rows with columns, scans, increments, and atomic changes of a row";
  }

  @Override
  public List<String> targetForms() {
    return List.of("hbase://host[:port][,host[:port]…][/[namespace:]table]");
  }

  @Override
  public List<Setting<?>> settings() {
    return HBaseSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = HBaseAddress.parse(address, Registry.ZOOKEEPER);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return HBaseTarget.open(context);
  }
}
