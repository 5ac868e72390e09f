package org.plimsoll.driver.redis;

import java.util.List;
import java.util.Set;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/** Driver for Redis, Valkey and compatible servers: one server, replicas, or a cluster. */
public final class RedisDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Commands.INCREMENT);

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public String description() {
    return "Redis, Valkey and Redis Cluster, through Lettuce";
  }

  @Override
  public List<String> targetForms() {
    return List.of("redis://[user:password@]host[:port][,host[:port]…][/database]");
  }

  @Override
  public List<Setting<?>> settings() {
    return RedisSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  /** Returns the capabilities. A row stored as a string is always written as a whole. */
  @Override
  public Set<Capability> capabilities(SettingValues settings) {
    return settings.get(RedisSettings.ROW_FORM) == RowForm.STRING
        ? Set.of(Capability.RETURNS_ROWS)
        : capabilities();
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = RedisSettings.ADDRESS.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return RedisTarget.open(context);
  }
}
