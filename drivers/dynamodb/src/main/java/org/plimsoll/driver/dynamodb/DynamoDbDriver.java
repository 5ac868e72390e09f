package org.plimsoll.driver.dynamodb;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.api.SettingValues;

/**
 * Driver for Amazon DynamoDB: one table with an optional index, accessed directly or through DAX.
 */
public final class DynamoDbDriver implements Driver {
  private static final Set<OperationType> OPERATIONS =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.SCAN,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          Commands.QUERY,
          Commands.QUERY_INDEX,
          Commands.TRANSACT_GET,
          Commands.TRANSACT_WRITE,
          Commands.INCREMENT);

  @Override
  public String name() {
    return "dynamodb";
  }

  @Override
  public String description() {
    return "Amazon DynamoDB and DAX, through the AWS SDK for Java 2";
  }

  @Override
  public List<String> targetForms() {
    return List.of("dynamodb:TABLE", "dynamodb://REGION/TABLE", "dynamodb://HOST:PORT[/TABLE]");
  }

  @Override
  public List<Setting<?>> settings() {
    return DynamoDbSettings.ALL;
  }

  @Override
  public Set<OperationType> operations() {
    return OPERATIONS;
  }

  /** Returns the operations, without {@code query-index} if there is no index. */
  @Override
  public Set<OperationType> operations(SettingValues settings) {
    return settings.get(DynamoDbSettings.INDEX).isEmpty()
        ? OPERATIONS.stream()
            .filter(type -> !type.equals(Commands.QUERY_INDEX))
            .collect(Collectors.toUnmodifiableSet())
        : OPERATIONS;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.RETURNS_ROWS, Capability.TEXT_KEYS, Capability.UPDATES_FIELDS);
  }

  @Override
  public void checkAddress(String address) {
    var _ = DynamoDbAddress.parse(address);
  }

  @Override
  public Client open(DriverContext context) throws Exception {
    return DynamoDbTarget.open(context);
  }
}
