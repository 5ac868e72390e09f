package org.plimsoll.driver.mongodb;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for MongoDB and stores that support its protocol, with rows as documents. */
public final class MongoDbDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          CollectionOperations.UPSERT,
          CollectionOperations.INDEX_READ,
          CollectionOperations.AGGREGATE,
          MongoDbSession.BEGIN,
          MongoDbSession.COMMIT,
          MongoDbSession.ROLLBACK);

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public String description() {
    return "MongoDB, and stores that support its protocol: documents of a collection";
  }

  @Override
  public List<String> targetForms() {
    return List.of("mongodb://[user:password@]host[:port][,host[:port]…][/database]");
  }

  @Override
  public List<Setting<?>> settings() {
    return MongoDbSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  /** Returns the operations, without {@code index-read} if documents have no indexed field. */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    Set<OperationType> operations = new HashSet<>(OPERATIONS);
    if (settings.get(MongoDbSettings.INDEX_VALUES) == 0) {
      operations.remove(CollectionOperations.INDEX_READ);
    }
    return operations;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = MongoDbSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return MongoDbTarget.open(context);
  }
}
