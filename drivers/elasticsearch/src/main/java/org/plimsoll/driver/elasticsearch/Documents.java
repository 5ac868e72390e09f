package org.plimsoll.driver.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows as documents: a field each, the key, by which scans are ordered, and the group that searches
 * ask for.
 */
final class Documents {
  static final JsonMapper JSON = new JsonMapper();
  static final String KEY = "plimsoll-key";
  static final String GROUP = "plimsoll-group";

  private final List<String> fieldNames;
  private final ValueForm valueForm;
  private final long groups;

  Documents(List<String> fieldNames, ValueForm valueForm, long groups) {
    this.fieldNames = List.copyOf(fieldNames);
    this.valueForm = valueForm;
    this.groups = groups;
    if (fieldNames.contains(KEY) || fieldNames.contains(GROUP)) {
      throw new IllegalArgumentException(
          "fields: must not be named " + KEY + " or " + GROUP + ", which are the driver's own");
    }
  }

  /** The group that a key falls into. */
  String group(Key key) {
    return "g" + key.number() % groups;
  }

  /** What {@code _mapping} has to say of the fields. */
  String mapping() {
    StringBuilder mapping = new StringBuilder("{\"dynamic\":false,\"properties\":{");
    mapping.append("\"%s\":{\"type\":\"keyword\"},\"%s\":{\"type\":\"keyword\"}"
        .formatted(KEY, GROUP));
    for (String name : fieldNames) {
      mapping.append(",\"%s\":{\"type\":\"%s\"}"
          .formatted(name, valueForm == ValueForm.BINARY ? "binary" : "text"));
    }
    return mapping.append("}}").toString();
  }

  byte[] json(Key key, Row row) {
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream((int) (row.totalBytes() * 3 / 2) + 128);
    write(key, row, bytes);
    return bytes.toByteArray();
  }

  /** The document as {@code _update} takes it, which makes it where it is not there. */
  byte[] partial(Key key, Row row) {
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream((int) (row.totalBytes() * 3 / 2) + 128);
    bytes.writeBytes("{\"doc\":".getBytes(StandardCharsets.US_ASCII));
    write(key, row, bytes);
    bytes.writeBytes(",\"doc_as_upsert\":true}".getBytes(StandardCharsets.US_ASCII));
    return bytes.toByteArray();
  }

  void write(Key key, Row row, OutputStream out) {
    try (JsonGenerator json =
        JSON.writer()
            .without(tools.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
            .createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty(KEY, key.text());
      json.writeStringProperty(GROUP, group(key));
      for (int i = 0; i < row.fieldCount(); i++) {
        json.writeName(row.fieldName(i));
        if (valueForm == ValueForm.BINARY) {
          json.writeBinary(row.buffer(), row.offset(i), row.length(i));
        } else {
          json.writeString(
              new String(
                  row.buffer(), row.offset(i), row.length(i), StandardCharsets.ISO_8859_1));
        }
      }
      json.writeEndObject();
    }
  }

  /** Bytes of the fields' values. */
  long payloadBytes(JsonNode source) {
    long bytes = 0;
    for (String name : fieldNames) {
      JsonNode value = source.get(name);
      if (value != null) {
        bytes += bytes(value).length;
      }
    }
    return bytes;
  }

  void lend(int item, JsonNode source, FieldVisitor visitor) {
    for (String name : fieldNames) {
      JsonNode value = source.get(name);
      if (value != null) {
        byte[] bytes = bytes(value);
        visitor.field(item, name, bytes, 0, bytes.length);
      }
    }
  }

  private byte[] bytes(JsonNode value) {
    return valueForm == ValueForm.BINARY
        ? value.binaryValue()
        : value.stringValue().getBytes(StandardCharsets.ISO_8859_1);
  }
}
