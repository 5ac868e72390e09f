package org.plimsoll.driver.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import org.plimsoll.api.SettingValues;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Converts rows to items, in which each field is an attribute. Without a sort key, the key is the
 * partition key. With a sort key, the key is the sort key, and the key's number selects the
 * partition.
 */
final class Items {
  /** The attribute by which the index groups rows. */
  static final String INDEX_KEY = "plimsoll-group";

  private static final byte[] COUNTER_SUFFIX = ":count".getBytes(StandardCharsets.UTF_8);

  private final List<String> fieldNames;
  private final String partitionKey;
  private final String sortKey;
  private final long partitions;
  private final KeyForm keyForm;
  private final AttributeForm valueForm;
  private final boolean indexed;
  private final long indexGroups;
  private final String ttlAttribute;

  Items(List<String> fieldNames, SettingValues settings) {
    this.fieldNames = List.copyOf(fieldNames);
    partitionKey = settings.get(DynamoDbSettings.PARTITION_KEY);
    sortKey = settings.get(DynamoDbSettings.SORT_KEY);
    partitions = settings.get(DynamoDbSettings.PARTITIONS);
    keyForm = settings.get(DynamoDbSettings.KEY_FORM);
    valueForm = settings.get(DynamoDbSettings.VALUE_FORM);
    indexed = !settings.get(DynamoDbSettings.INDEX).isEmpty();
    indexGroups = settings.get(DynamoDbSettings.INDEX_GROUPS);
    ttlAttribute = settings.get(DynamoDbSettings.TTL_ATTRIBUTE);
    checkNames(settings.get(DynamoDbSettings.INDEX));
  }

  private void checkNames(String index) {
    if (indexed && !DynamoDbAddress.isName(index)) {
      throw new IllegalArgumentException(
          "index: must be 3 to 255 letters, digits, _, - or ., was '" + index + "'");
    }
    if (partitionKey.isEmpty() || partitionKey.equals(sortKey)) {
      throw new IllegalArgumentException(
          "partition-key: must be a name, and another one than sort-key, was '"
              + partitionKey
              + "'");
    }
    for (String taken : List.of(partitionKey, sortKey, ttlAttribute, INDEX_KEY)) {
      if (fieldNames.contains(taken)) {
        throw new IllegalArgumentException(
            "partition-key, sort-key and ttl-attribute: must not be the name of a field, was '"
                + taken
                + "'");
      }
    }
  }

  List<String> fieldNames() {
    return fieldNames;
  }

  String partitionKey() {
    return partitionKey;
  }

  boolean hasSortKey() {
    return !sortKey.isEmpty();
  }

  String sortKey() {
    return sortKey;
  }

  boolean indexed() {
    return indexed;
  }

  /** Returns the key attributes of an item. */
  Map<String, AttributeValue> key(Key key) {
    AttributeValue own = own(key);
    return hasSortKey()
        ? Map.of(partitionKey, partition(key), sortKey, own)
        : Map.of(partitionKey, own);
  }

  /** Returns the key attributes of the counter for a key. The counter is a separate item. */
  Map<String, AttributeValue> counterKey(Key key) {
    AttributeValue own =
        switch (keyForm) {
          case STRING -> AttributeValue.fromS(key.text() + ":count");
          case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(suffixed(key.bytes())));
          case NUMBER -> AttributeValue.fromN(Long.toString(-1 - key.number()));
        };
    return hasSortKey()
        ? Map.of(partitionKey, partition(key), sortKey, own)
        : Map.of(partitionKey, own);
  }

  /** Returns the attribute value for the key itself. */
  AttributeValue own(Key key) {
    return switch (keyForm) {
      case STRING -> AttributeValue.fromS(key.text());
      case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArray(key.bytes()));
      case NUMBER -> AttributeValue.fromN(Long.toString(key.number()));
    };
  }

  /** Returns the partition for a key, if there is a sort key. */
  AttributeValue partition(Key key) {
    return AttributeValue.fromS("p" + key.number() % partitions);
  }

  /** Returns the group of a key in the index. */
  AttributeValue group(Key key) {
    return AttributeValue.fromS("g" + key.number() % indexGroups);
  }

  /**
   * Creates a whole item with copies of the bytes.
   *
   * @param expiresAtSeconds seconds since 1970; 0 for never
   */
  Map<String, AttributeValue> item(Key key, Row row, long expiresAtSeconds) {
    Map<String, AttributeValue> item = HashMap.newHashMap(row.fieldCount() + 4);
    item.putAll(key(key));
    for (int i = 0; i < row.fieldCount(); i++) {
      item.put(row.fieldName(i), value(row, i));
    }
    addOwn(item, key, expiresAtSeconds);
    return item;
  }

  /** Adds the attributes that the driver itself uses. */
  private void addOwn(Map<String, AttributeValue> item, Key key, long expiresAtSeconds) {
    if (indexed) {
      item.put(INDEX_KEY, group(key));
    }
    if (expiresAtSeconds > 0) {
      item.put(ttlAttribute, AttributeValue.fromN(Long.toString(expiresAtSeconds)));
    }
  }

  /** Returns the attributes that an update sets: an item without its key attributes. */
  Map<String, AttributeValue> attributes(Key key, Row row, long expiresAtSeconds) {
    Map<String, AttributeValue> item = item(key, row, expiresAtSeconds);
    item.remove(partitionKey);
    item.remove(sortKey);
    return item;
  }

  private AttributeValue value(Row row, int field) {
    return switch (valueForm) {
      case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(row.copy(field)));
      case STRING ->
          AttributeValue.fromS(
              new String(
                  row.buffer(),
                  row.offset(field),
                  row.length(field),
                  // The binary type keeps all bytes, whether they are text or not.
                  StandardCharsets.ISO_8859_1));
    };
  }

  /** Whether an item is a row, and not a counter. */
  boolean isRow(Map<String, AttributeValue> item) {
    for (String name : fieldNames) {
      if (item.containsKey(name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the total size of the field values, in bytes. */
  long payloadBytes(Map<String, AttributeValue> item) {
    long bytes = 0;
    for (String name : fieldNames) {
      AttributeValue value = item.get(name);
      if (value != null) {
        bytes += length(value);
      }
    }
    return bytes;
  }

  private static int length(AttributeValue value) {
    SdkBytes bytes = value.b();
    String text = value.s();
    return bytes != null ? bytes.asByteArrayUnsafe().length : text != null ? text.length() : 0;
  }

  /** Passes the fields of an item to a visitor. */
  void lend(int index, Map<String, AttributeValue> item, FieldVisitor visitor) {
    for (String name : fieldNames) {
      byte[] value = bytes(item.get(name));
      if (value != null) {
        visitor.field(index, name, value, 0, value.length);
      }
    }
  }

  private static byte @Nullable [] bytes(@Nullable AttributeValue value) {
    if (value == null) {
      return null;
    }
    SdkBytes bytes = value.b();
    String text = value.s();
    return bytes != null
        ? bytes.asByteArrayUnsafe()
        : text == null ? null : text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] suffixed(byte[] key) {
    byte[] suffixed = Arrays.copyOf(key, key.length + COUNTER_SUFFIX.length);
    System.arraycopy(COUNTER_SUFFIX, 0, suffixed, key.length, COUNTER_SUFFIX.length);
    return suffixed;
  }
}
