package org.plimsoll.driver.cassandrathrift;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;

/** Driver for Apache Cassandra over Thrift, the client protocol that preceded CQL. */
public final class CassandraThriftDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          OwnOperations.GET,
          OwnOperations.INSERT_COLUMN,
          OwnOperations.SLICE,
          OwnOperations.COUNT_COLUMNS,
          OwnOperations.INSERT_IF_ABSENT,
          OwnOperations.INCREMENT,
          OwnOperations.READ_COUNTER);

  @Override
  public String name() {
    return "cassandra-thrift";
  }

  @Override
  public String description() {
    return "Apache Cassandra 2.0 to 3.11 over Thrift, the client protocol before CQL";
  }

  @Override
  public List<String> targetForms() {
    return List.of("cassandra-thrift://[user:password@]host[:port][,host[:port]…][/keyspace]");
  }

  @Override
  public List<Setting<?>> settings() {
    return ThriftSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(
        Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS, Capability.THREAD_PER_SESSION);
  }

  @Override
  public void checkAddress(String address) {
    var _ = ThriftSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return ThriftTarget.open(context);
  }
}
