package org.plimsoll.driver.cassandra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for Apache Cassandra and other servers with the CQL native protocol. */
public final class CassandraDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Operations.INSERT_IF_ABSENT,
          Operations.UPDATE_IF,
          Operations.INCREMENT,
          Operations.READ_COUNTER,
          Operations.READ_PARTITION);

  @Override
  public String name() {
    return "cassandra";
  }

  @Override
  public String description() {
    return "Apache Cassandra over CQL, through the Apache Java driver";
  }

  @Override
  public List<String> targetForms() {
    return List.of("cassandra://[user:password@]host[:port][,host[:port]…][/keyspace]");
  }

  @Override
  public List<Setting<?>> settings() {
    return CassandraSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  /**
   * Returns the user's operations. If there is a table of rows, also returns the generic operations
   * that the user has not replaced.
   */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Map<String, OperationType> byName = new LinkedHashMap<>();
    if (!settings.get(CassandraSettings.TABLE).isEmpty()) {
      OPERATIONS.forEach(type -> byName.put(type.name(), type));
    }
    settings.get(CassandraSettings.STATEMENTS).addTo(byName);
    return Set.copyOf(byName.values());
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS);
  }

  /**
   * Updates of single fields need a layout with one column per field. Other layouts write all
   * fields at once.
   */
  @Override
  public Set<Capability> capabilities(SettingValues settings) {
    return settings.get(CassandraSettings.ROW_FORM) == RowForm.COLUMNS
        ? capabilities()
        : Set.of(Capability.RETURNS_ROWS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = CassandraSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return CassandraTarget.open(context);
  }
}
