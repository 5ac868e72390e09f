package org.plimsoll.driver.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Timeline;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Sends bulk operations as BatchGetItem and BatchWriteItem requests. Several requests are sent in
 * parallel if their size limits require it. An answer may leave items unprocessed because of its
 * size or a lack of capacity. They are sent again with exponential backoff, as Amazon recommends.
 * Each request is an attempt.
 */
final class Batches {
  /** Limits of the two requests, from the API reference. */
  private static final int MOST_READS = 100;

  private static final int MOST_WRITES = 25;
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int MOST_DOUBLINGS = 6;

  private final String table;
  private final Items items;
  private final ConsumedCapacities capacities;
  private final Timeline timeline;
  private final DriverContext.Counter unprocessed;
  private final long retries;

  Batches(String table, Items items, ConsumedCapacities capacities, DriverContext context) {
    this.table = table;
    this.items = items;
    this.capacities = capacities;
    timeline = context.timeline();
    unprocessed = context.counter("unprocessed-items");
    retries = context.settings().get(DynamoDbSettings.UNPROCESSED_RETRIES);
  }

  /** A bulk operation with its parts in flight. */
  private record Bulk(
      Request request, AtomicInteger partsLeft, long deadlineNanos, Runnable whenDone) {
    void partDone() {
      if (partsLeft.decrementAndGet() == 0) {
        whenDone.run();
      }
    }
  }

  /** Sends a part of a bulk operation, as attempt number {@code time}. */
  private interface Resend {
    void send(int time);
  }

  void read(Operation operation, Request request, boolean consistent) {
    ItemsByKey byKey = new ItemsByKey(items, operation);
    List<List<Map<String, AttributeValue>>> parts = parts(byKey.keys(), MOST_READS);
    Bulk bulk =
        new Bulk(
            request,
            new AtomicInteger(parts.size()),
            operation.deadlineNanos(),
            () -> {
              int count = byKey.count();
              request.finish(
                  count == 0
                      ? Outcome.notFound()
                      : Outcome.succeeded(count, byKey.payloadBytes()).withRows(byKey::lend));
            });
    for (List<Map<String, AttributeValue>> keys : parts) {
      readPart(
          bulk,
          byKey,
          Map.of(table, KeysAndAttributes.builder().keys(keys).consistentRead(consistent).build()),
          0);
    }
  }

  private void readPart(
      Bulk bulk, ItemsByKey byKey, Map<String, KeysAndAttributes> keys, int time) {
    BatchGetItemRequest get =
        BatchGetItemRequest.builder()
            .requestItems(keys)
            .returnConsumedCapacity(capacities.wanted())
            .build();
    bulk.request.send(
        client -> client.batchGetItem(get),
        answer -> {
          capacities.read(answer.consumedCapacity());
          answer.responses().getOrDefault(table, List.of()).forEach(byKey::found);
          KeysAndAttributes left = answer.unprocessedKeys().get(table);
          int leftCount = left == null ? 0 : left.keys().size();
          goOn(
              bulk, leftCount, time, next -> readPart(bulk, byKey, answer.unprocessedKeys(), next));
        });
  }

  void write(Operation operation, Request request, long expiresAtSeconds) {
    long bytes = 0;
    for (int i = 0; i < operation.size(); i++) {
      bytes += operation.row(i).totalBytes();
    }
    Outcome written = Outcome.succeeded(operation.size(), bytes);
    List<WriteRequest> puts =
        ItemsByKey.toWrite(items, operation, expiresAtSeconds).stream()
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    List<List<WriteRequest>> parts = parts(puts, MOST_WRITES);
    Bulk bulk =
        new Bulk(
            request,
            new AtomicInteger(parts.size()),
            operation.deadlineNanos(),
            () -> request.finish(written));
    parts.forEach(part -> writePart(bulk, part, 0));
  }

  private void writePart(Bulk bulk, List<WriteRequest> writes, int time) {
    BatchWriteItemRequest write =
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(table, writes))
            .returnConsumedCapacity(capacities.wanted())
            .build();
    bulk.request.send(
        client -> client.batchWriteItem(write),
        answer -> {
          capacities.wrote(answer.consumedCapacity());
          List<WriteRequest> left = answer.unprocessedItems().getOrDefault(table, List.of());
          goOn(bulk, left.size(), time, next -> writePart(bulk, left, next));
        });
  }

  private void goOn(Bulk bulk, int left, int time, Resend resend) {
    if (left == 0) {
      bulk.partDone();
      return;
    }
    unprocessed.add(left);
    long pause = FIRST_PAUSE_NANOS << Math.min(time, MOST_DOUBLINGS);
    long atNanos =
        timeline.nanoTime() + pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2);
    if (time >= retries || atNanos - bulk.deadlineNanos >= 0) {
      bulk.request.finish(Outcome.failed(FailureCode.own("unprocessed")));
      return;
    }
    timeline.schedule(atNanos, () -> resend.send(time + 1));
  }

  private static <T> List<List<T>> parts(List<T> all, int most) {
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += most) {
      parts.add(all.subList(from, Math.min(all.size(), from + most)));
    }
    return parts;
  }
}
