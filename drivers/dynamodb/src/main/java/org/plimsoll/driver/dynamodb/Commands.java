package org.plimsoll.driver.dynamodb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Converts operations to DynamoDB requests, and answers to outcomes. */
final class Commands {
  static final OperationType QUERY = OperationType.reading("query");
  static final OperationType QUERY_INDEX = OperationType.reading("query-index");
  static final OperationType TRANSACT_GET =
      new OperationType("transact-get", OperationType.Side.READS, false, true);
  static final OperationType TRANSACT_WRITE =
      new OperationType("transact-write", OperationType.Side.WRITES, true, true);
  static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);

  /** Half of the burst of DescribeTable requests that Amazon accepts from an account. */
  private static final int REHEARSALS = 1_000;

  private final AtomicInteger rehearsals = new AtomicInteger();
  private final String table;
  private final Items items;
  private final ConsumedCapacities capacities;
  private final boolean updateItem;
  private final Batches batches;
  private final Transactions transactions;
  private final Pages pages;
  private volatile boolean conditionalInsert;
  private volatile boolean consistent;
  private volatile Duration timeToLive = Duration.ZERO;

  Commands(
      String table,
      Items items,
      ConsumedCapacities capacities,
      Batches batches,
      SettingValues settings) {
    this.table = table;
    this.items = items;
    this.capacities = capacities;
    this.batches = batches;
    transactions = new Transactions(table, items, capacities);
    pages = new Pages(table, items, capacities, settings.get(DynamoDbSettings.INDEX));
    updateItem = settings.get(DynamoDbSettings.UPDATE_FORM) == UpdateForm.UPDATE_ITEM;
    settingsChanged(settings);
  }

  void settingsChanged(SettingValues settings) {
    conditionalInsert = settings.get(DynamoDbSettings.CONDITIONAL_INSERT);
    consistent = settings.get(DynamoDbSettings.CONSISTENT_READS);
    timeToLive = settings.get(DynamoDbSettings.TTL);
    pages.limit(Math.toIntExact(settings.get(DynamoDbSettings.QUERY_LIMIT)));
  }

  void send(Operation operation, Request request) {
    switch (operation.type().kind()) {
      case READ -> read(operation, request);
      case INSERT -> put(operation, request, conditionalInsert);
      case UPDATE -> {
        if (updateItem || operation.row().isPartial()) {
          update(operation, request);
        } else {
          put(operation, request, false);
        }
      }
      case DELETE -> delete(operation, request);
      case SCAN -> pages.scan(operation, request, consistent);
      case BULK_READ -> batches.read(operation, request, consistent);
      case BULK_WRITE -> batches.write(operation, request, expiresAtSeconds());
      case OWN, READ_MODIFY_WRITE -> sendOwn(operation, request);
    }
  }

  /**
   * Requests the description of the table. The request is not sent through a cache, because DAX
   * does not support it. Sends nothing after the first {@link #REHEARSALS} requests, because other
   * users share the account's limit for them.
   */
  void rehearse(Request request) {
    if (rehearsals.get() >= REHEARSALS || rehearsals.incrementAndGet() > REHEARSALS) {
      request.finish(Outcome.succeeded(0));
      return;
    }
    DescribeTableRequest describe = DescribeTableRequest.builder().tableName(table).build();
    request.sendDirectly(
        client -> client.describeTable(describe), _ -> request.finish(Outcome.succeeded(0)));
  }

  private void sendOwn(Operation operation, Request request) {
    OperationType type = operation.type();
    if (type.equals(QUERY)) {
      pages.query(operation, request, consistent);
    } else if (type.equals(QUERY_INDEX)) {
      pages.queryIndex(operation, request);
    } else if (type.equals(TRANSACT_GET)) {
      transactions.get(operation, request);
    } else if (type.equals(TRANSACT_WRITE)) {
      transactions.write(operation, request, expiresAtSeconds());
    } else if (type.equals(INCREMENT)) {
      increment(operation, request);
    } else {
      request.finish(Outcome.failed(Common.UNSUPPORTED));
    }
  }

  /**
   * Returns the expiry time in seconds since 1970. It uses the wall clock, because the store
   * compares it with its own.
   */
  private long expiresAtSeconds() {
    Duration living = timeToLive;
    return living.isZero() ? 0 : (System.currentTimeMillis() + living.toMillis()) / 1000;
  }

  private void read(Operation operation, Request request) {
    GetItemRequest get =
        GetItemRequest.builder()
            .tableName(table)
            .key(items.key(operation.key()))
            .consistentRead(consistent)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.getItem(get),
        answer -> {
          capacities.read(answer.consumedCapacity());
          Map<String, AttributeValue> item = answer.item();
          request.finish(
              items.isRow(item)
                  ? Outcome.succeeded(items.payloadBytes(item))
                      .withRows(visitor -> items.lend(0, item, visitor))
                  : Outcome.notFound());
        });
  }

  private void put(Operation operation, Request request, boolean onlyIfAbsent) {
    long payloadBytes = operation.row().totalBytes();
    PutItemRequest.Builder put =
        PutItemRequest.builder()
            .tableName(table)
            .item(items.item(operation.key(), operation.row(), expiresAtSeconds()))
            .returnConsumedCapacity(capacities.wanted());
    if (onlyIfAbsent) {
      put.conditionExpression("attribute_not_exists(#k)")
          .expressionAttributeNames(Map.of("#k", items.partitionKey()));
    }
    request.send(
        client -> client.putItem(put.build()),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          request.finish(Outcome.succeeded(payloadBytes));
        });
  }

  private void update(Operation operation, Request request) {
    long payloadBytes = operation.row().totalBytes();
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    List<String> sets = new ArrayList<>();
    items
        .attributes(operation.key(), operation.row(), expiresAtSeconds())
        .forEach((name, value) -> {
          String number = String.valueOf(sets.size());
          names.put("#" + number, name);
          values.put(":" + number, value);
          sets.add("#" + number + "=:" + number);
        });
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(items.key(operation.key()))
            .updateExpression("SET " + String.join(",", sets))
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.updateItem(update),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          request.finish(Outcome.succeeded(payloadBytes));
        });
  }

  /** Deletes a row and requests its old values, because deleting a missing row also succeeds. */
  private void delete(Operation operation, Request request) {
    DeleteItemRequest delete =
        DeleteItemRequest.builder()
            .tableName(table)
            .key(items.key(operation.key()))
            .returnValues(ReturnValue.ALL_OLD)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.deleteItem(delete),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          request.finish(
              answer.hasAttributes() && !answer.attributes().isEmpty()
                  ? Outcome.succeeded(0)
                  : Outcome.notFound());
        });
  }

  private void increment(Operation operation, Request request) {
    UpdateItemRequest add =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(items.counterKey(operation.key()))
            .updateExpression("ADD #c :one")
            .expressionAttributeNames(Map.of("#c", "plimsoll-count"))
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.updateItem(add),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          request.finish(Outcome.succeeded(Long.BYTES));
        });
  }
}
