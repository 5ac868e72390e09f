package org.plimsoll.driver.dynamodb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of a bulk operation, by key. A request may contain each key only once. If a key was
 * drawn twice, it is read once for both, or written once with the last value.
 */
final class ItemsByKey {
  private final Items items;
  private final Map<Map<String, AttributeValue>, List<Integer>> positions = new LinkedHashMap<>();
  private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> found =
      new HashMap<>();

  ItemsByKey(Items items, Operation operation) {
    this.items = items;
    for (int i = 0; i < operation.size(); i++) {
      positions.computeIfAbsent(items.key(operation.key(i)), _ -> new ArrayList<>(1)).add(i);
    }
  }

  /** Returns the keys without duplicates. */
  List<Map<String, AttributeValue>> keys() {
    return List.copyOf(positions.keySet());
  }

  /** Returns the items to write: the last one for each key. */
  static List<Map<String, AttributeValue>> toWrite(
      Items items, Operation operation, long expiresAtSeconds) {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> last = new LinkedHashMap<>();
    for (int i = 0; i < operation.size(); i++) {
      Row row = operation.row(i);
      last.put(items.key(operation.key(i)), items.item(operation.key(i), row, expiresAtSeconds));
    }
    return List.copyOf(last.values());
  }

  /**
   * Adds an item that was read. Thread-safe, because several answers may arrive at the same time.
   */
  synchronized void found(Map<String, AttributeValue> item) {
    if (items.isRow(item)) {
      Map<String, AttributeValue> key = new HashMap<>();
      key.put(items.partitionKey(), item.get(items.partitionKey()));
      if (items.hasSortKey()) {
        key.put(items.sortKey(), item.get(items.sortKey()));
      }
      found.put(key, item);
    }
  }

  /** Returns how many items of the bulk operation were found. */
  synchronized int count() {
    return found.keySet().stream()
        .mapToInt(key -> positions.getOrDefault(key, List.of()).size())
        .sum();
  }

  synchronized long payloadBytes() {
    long bytes = 0;
    for (var entry : found.entrySet()) {
      bytes +=
          items.payloadBytes(entry.getValue())
              * positions.getOrDefault(entry.getKey(), List.of()).size();
    }
    return bytes;
  }

  synchronized void lend(FieldVisitor visitor) {
    found.forEach((key, item) ->
        positions
            .getOrDefault(key, List.of())
            .forEach(position -> items.lend(position, item, visitor)));
  }
}
