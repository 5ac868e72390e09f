package org.plimsoll.driver.dynamodb;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Sends bulk operations as TransactGetItems and TransactWriteItems requests, each of which is all
 * or nothing.
 */
final class Transactions {
  private final String table;
  private final Items items;
  private final ConsumedCapacities capacities;

  Transactions(String table, Items items, ConsumedCapacities capacities) {
    this.table = table;
    this.items = items;
    this.capacities = capacities;
  }

  void get(Operation operation, Request request) {
    ItemsByKey byKey = new ItemsByKey(items, operation);
    List<TransactGetItem> gets =
        byKey.keys().stream()
            .map(key -> Get.builder().tableName(table).key(key).build())
            .map(get -> TransactGetItem.builder().get(get).build())
            .toList();
    TransactGetItemsRequest transaction =
        TransactGetItemsRequest.builder()
            .transactItems(gets)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.transactGetItems(transaction),
        answer -> {
          capacities.read(answer.consumedCapacity());
          answer
              .responses()
              .forEach(response -> {
                if (response.hasItem()) {
                  byKey.found(response.item());
                }
              });
          int count = byKey.count();
          request.finish(
              count == 0
                  ? Outcome.notFound()
                  : Outcome.succeeded(count, byKey.payloadBytes()).withRows(byKey::lend));
        });
  }

  void write(Operation operation, Request request, long expiresAtSeconds) {
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bytes += operation.row(i).totalBytes();
    }
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    List<TransactWriteItem> puts =
        ItemsByKey.toWrite(items, operation, expiresAtSeconds).stream().map(this::put).toList();
    TransactWriteItemsRequest transaction =
        TransactWriteItemsRequest.builder()
            .transactItems(puts)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    request.send(
        client -> client.transactWriteItems(transaction),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          request.finish(written);
        });
  }

  private TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table).item(item).build())
        .build();
  }
}
