package org.plimsoll.driver.dynamodb;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Creates, describes and truncates the table. All methods wait for the answers. */
final class Table {
  private static final Duration CHANGE_PATIENCE = Duration.ofMinutes(15);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(30);
  private static final long FIRST_POLL_MILLIS = 50;
  private static final long LAST_POLL_MILLIS = 2000;
  private static final int MOST_DELETES = 25;
  private static final int DELETES_AT_ONCE = 8;

  private final Supplier<DynamoDbAsyncClient> dynamo;
  private final String where;
  private final String name;
  private final Items items;
  private final SettingValues settings;

  Table(
      Supplier<DynamoDbAsyncClient> dynamo,
      String where,
      String name,
      Items items,
      SettingValues settings) {
    this.dynamo = dynamo;
    this.where = where;
    this.name = name;
    this.items = items;
    this.settings = settings;
  }

  String name() {
    return name;
  }

  /** Returns the store's description of the table, or null if the table does not exist. */
  @Nullable TableDescription describe() throws IOException {
    return describe(ANSWER_PATIENCE);
  }

  @Nullable TableDescription describe(Duration patience) throws IOException {
    try {
      return answer(dynamo.get().describeTable(request -> request.tableName(name)), patience)
          .table();
    } catch (ResourceNotFoundException e) {
      return null;
    }
  }

  /** Creates the table if it does not exist. Returns whether it was created. */
  boolean create() throws IOException {
    TableDescription there = describe();
    if (there != null) {
      check(there);
      return false;
    }
    if (!settings.get(DynamoDbSettings.CREATE_TABLE)) {
      throw new IOException(where + " has no table " + name + ", and create-table is false");
    }
    var _ = answer(dynamo.get().createTable(definition()));
    awaitActive();
    enableTimeToLive();
    return true;
  }

  /** Refuses a table with other keys, or without the index, because every operation would fail. */
  private void check(TableDescription there) throws IOException {
    List<String> wanted =
        items.hasSortKey()
            ? List.of(items.partitionKey(), items.sortKey())
            : List.of(items.partitionKey());
    List<String> its = there.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    if (!its.equals(wanted)) {
      throw new IOException(
          "table %s has the key %s, but partition-key and sort-key define %s"
              .formatted(name, String.join(", ", its), String.join(", ", wanted)));
    }
    checkTypes(there, wanted);
    String index = settings.get(DynamoDbSettings.INDEX);
    List<String> indexes =
        there.globalSecondaryIndexes().stream()
            .map(GlobalSecondaryIndexDescription::indexName)
            .toList();
    if (!index.isEmpty() && !indexes.contains(index)) {
      throw new IOException(
          "table %s has no index %s%s"
              .formatted(
                  name, index, indexes.isEmpty() ? "" : "; it has " + String.join(", ", indexes)));
    }
  }

  private void checkTypes(TableDescription there, List<String> keys) throws IOException {
    for (AttributeDefinition wanted : definition().attributeDefinitions()) {
      for (AttributeDefinition its : there.attributeDefinitions()) {
        boolean same = its.attributeName().equals(wanted.attributeName());
        if (same
            && keys.contains(its.attributeName())
            && its.attributeType() != wanted.attributeType()) {
          throw new IOException(
              "table %s has %s of type %s, but key-form and sort-key define %s"
                  .formatted(
                      name,
                      its.attributeName(),
                      its.attributeTypeAsString(),
                      wanted.attributeTypeAsString()));
        }
      }
    }
  }

  private CreateTableRequest definition() {
    List<AttributeDefinition> attributes = new ArrayList<>();
    List<KeySchemaElement> keys = new ArrayList<>();
    ScalarAttributeType own = settings.get(DynamoDbSettings.KEY_FORM).attributeType();
    attributes.add(
        attribute(items.partitionKey(), items.hasSortKey() ? ScalarAttributeType.S : own));
    keys.add(element(items.partitionKey(), KeyType.HASH));
    if (items.hasSortKey()) {
      attributes.add(attribute(items.sortKey(), own));
      keys.add(element(items.sortKey(), KeyType.RANGE));
    }
    CapacityMode mode = settings.get(DynamoDbSettings.CAPACITY_MODE);
    CreateTableRequest.Builder table =
        CreateTableRequest.builder().tableName(name).billingMode(mode.billingMode());
    ProvisionedThroughput units =
        units(
            settings.get(DynamoDbSettings.READ_CAPACITY),
            settings.get(DynamoDbSettings.WRITE_CAPACITY));
    boolean provisioned = mode == CapacityMode.PROVISIONED;
    if (provisioned) {
      table.provisionedThroughput(units);
    }
    String index = settings.get(DynamoDbSettings.INDEX);
    if (!index.isEmpty()) {
      attributes.add(attribute(Items.INDEX_KEY, ScalarAttributeType.S));
      boolean all = settings.get(DynamoDbSettings.INDEX_PROJECTION) == IndexProjection.ALL;
      GlobalSecondaryIndex.Builder global =
          GlobalSecondaryIndex.builder()
              .indexName(index)
              .keySchema(element(Items.INDEX_KEY, KeyType.HASH))
              .projection(projection ->
                  projection.projectionType(all ? ProjectionType.ALL : ProjectionType.KEYS_ONLY));
      if (provisioned) {
        global.provisionedThroughput(units);
      }
      table.globalSecondaryIndexes(global.build());
    }
    return table.attributeDefinitions(attributes).keySchema(keys).build();
  }

  static ProvisionedThroughput units(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  /** Waits until the table and its indexes are active. */
  TableDescription awaitActive() throws IOException {
    long deadlineNanos = System.nanoTime() + CHANGE_PATIENCE.toNanos();
    long pauseMillis = FIRST_POLL_MILLIS;
    while (true) {
      TableDescription table = describe();
      if (table != null && isActive(table)) {
        return table;
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new IOException(
            "table %s is still %s after %d minutes"
                .formatted(
                    name,
                    table == null ? "missing" : table.tableStatusAsString(),
                    CHANGE_PATIENCE.toMinutes()));
      }
      pause(pauseMillis);
      pauseMillis = Math.min(LAST_POLL_MILLIS, pauseMillis * 2);
    }
  }

  static boolean isActive(TableDescription table) {
    return table.tableStatus() == TableStatus.ACTIVE
        && table.globalSecondaryIndexes().stream()
            .allMatch(index -> index.indexStatus() == IndexStatus.ACTIVE);
  }

  /** Enables time to live on the table. Without it, rows do not expire. */
  void enableTimeToLive() throws IOException {
    if (settings.get(DynamoDbSettings.TTL).isZero() || timeToLive() != TimeToLiveStatus.DISABLED) {
      return;
    }
    var _ =
        answer(
            dynamo
                .get()
                .updateTimeToLive(update ->
                    update
                        .tableName(name)
                        .timeToLiveSpecification(ttl ->
                            ttl.enabled(true)
                                .attributeName(settings.get(DynamoDbSettings.TTL_ATTRIBUTE)))));
  }

  private TimeToLiveStatus timeToLive() throws IOException {
    return answer(dynamo.get().describeTimeToLive(request -> request.tableName(name)))
        .timeToLiveDescription()
        .timeToLiveStatus();
  }

  /** Deletes the table and creates it again. */
  void recreate() throws IOException {
    if (describe() != null) {
      var _ = answer(dynamo.get().deleteTable(request -> request.tableName(name)));
      long deadlineNanos = System.nanoTime() + CHANGE_PATIENCE.toNanos();
      while (describe() != null) {
        if (System.nanoTime() > deadlineNanos) {
          throw new IOException("table " + name + " still exists after it was deleted");
        }
        pause(FIRST_POLL_MILLIS);
      }
    }
    var _ = answer(dynamo.get().createTable(definition()));
    awaitActive();
    enableTimeToLive();
  }

  /** Deletes all rows. This consumes read and write capacity. */
  void deleteRows() throws IOException {
    Map<String, String> names = new HashMap<>();
    names.put("#p", items.partitionKey());
    if (items.hasSortKey()) {
      names.put("#s", items.sortKey());
    }
    Map<String, AttributeValue> from = Map.of();
    do {
      Map<String, AttributeValue> start = from;
      ScanResponse page =
          answer(
              dynamo
                  .get()
                  .scan(scan -> {
                    scan.tableName(name)
                        .consistentRead(true)
                        .projectionExpression(String.join(",", names.keySet()))
                        .expressionAttributeNames(names);
                    if (!start.isEmpty()) {
                      scan.exclusiveStartKey(start);
                    }
                  }));
      delete(page.items());
      from = page.lastEvaluatedKey();
    } while (!from.isEmpty());
  }

  private void delete(List<Map<String, AttributeValue>> keys) throws IOException {
    List<WriteRequest> left =
        keys.stream()
            .map(key -> DeleteRequest.builder().key(key).build())
            .map(delete -> WriteRequest.builder().deleteRequest(delete).build())
            .toList();
    long pauseMillis = FIRST_POLL_MILLIS;
    while (!left.isEmpty()) {
      List<WriteRequest> unprocessed = new ArrayList<>();
      for (int from = 0; from < left.size(); from += MOST_DELETES * DELETES_AT_ONCE) {
        int to = Math.min(left.size(), from + MOST_DELETES * DELETES_AT_ONCE);
        unprocessed.addAll(deleteAtOnce(left.subList(from, to)));
      }
      left = unprocessed;
      if (!left.isEmpty()) {
        pause(pauseMillis);
        pauseMillis = Math.min(LAST_POLL_MILLIS, pauseMillis * 2);
      }
    }
  }

  private List<WriteRequest> deleteAtOnce(List<WriteRequest> deletes) throws IOException {
    List<CompletableFuture<BatchWriteItemResponse>> batches =
        Stream.iterate(0, from -> from < deletes.size(), from -> from + MOST_DELETES)
            .map(from -> deletes.subList(from, Math.min(deletes.size(), from + MOST_DELETES)))
            .map(batch ->
                dynamo.get().batchWriteItem(write -> write.requestItems(Map.of(name, batch))))
            .toList();
    List<WriteRequest> unprocessed = new ArrayList<>();
    for (CompletableFuture<BatchWriteItemResponse> batch : batches) {
      unprocessed.addAll(answer(batch).unprocessedItems().getOrDefault(name, List.of()));
    }
    return unprocessed;
  }

  /** Waits for an answer. If the call fails, the exception's message is one sentence. */
  <T> T answer(CompletableFuture<T> call) throws IOException {
    return answer(call, ANSWER_PATIENCE);
  }

  private <T> T answer(CompletableFuture<T> call, Duration patience) throws IOException {
    return answer(call, patience, where);
  }

  /** Waits for the answer of another service, whose address is used in messages. */
  <T> T answer(CompletableFuture<T> call, String address) throws IOException {
    return answer(call, ANSWER_PATIENCE, address);
  }

  private static <T> T answer(CompletableFuture<T> call, Duration patience, String where)
      throws IOException {
    return Failures.ERRORS.answer(
        call, patience, where, ResourceNotFoundException.class::isInstance);
  }

  static void pause(long millis) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
