package org.plimsoll.driver.elasticsearch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hc.core5.http.HttpEntity;
import org.opensearch.client.Response;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import org.plimsoll.driver.elastic.ValueForm;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts rows to documents. A document contains the fields of the row, the key, by which scans
 * are ordered, and the group, by which searches select documents.
 */
final class Documents {
  /**
   * A mapper that leaves streams open, because a bulk request has several documents in one stream.
   */
  static final JsonMapper JSON =
      JsonMapper.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  static final String KEY = "plimsoll-key";
  static final String GROUP = "plimsoll-group";

  private static final int OVERHEAD_BYTES = 128;

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

  /**
   * Parses the JSON of an answer.
   *
   * @throws JacksonException if the text is not JSON
   */
  static JsonNode parse(Response response) throws IOException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return JSON.missingNode(); // This answers a HEAD request.
    }
    try (InputStream body = entity.getContent()) {
      return JSON.readTree(body);
    }
  }

  /** Returns the group of a key. */
  String group(Key key) {
    return "g" + key.number() % groups;
  }

  /** Returns the mapping of the fields in an index. */
  ObjectNode mapping() {
    ObjectNode mapping = JsonNodeFactory.instance.objectNode().put("dynamic", false);
    ObjectNode properties = mapping.putObject("properties");
    properties.putObject(KEY).put("type", "keyword");
    properties.putObject(GROUP).put("type", "keyword");
    for (String name : fieldNames) {
      properties.putObject(name).put("type", valueForm == ValueForm.BINARY ? "binary" : "text");
    }
    return mapping;
  }

  byte[] whole(Key key, Row row) {
    ByteArrayOutputStream out = buffer(row.totalBytes());
    write(key, row, out);
    return out.toByteArray();
  }

  /** Creates the body of an {@code _update} request with the fields of a row. */
  byte[] change(Key key, Row row, boolean upsert) {
    ByteArrayOutputStream out = buffer(row.totalBytes());
    out.writeBytes("{\"doc\":".getBytes(StandardCharsets.US_ASCII));
    write(key, row, out);
    if (upsert) {
      out.writeBytes(",\"doc_as_upsert\":true".getBytes(StandardCharsets.US_ASCII));
    }
    out.write('}');
    return out.toByteArray();
  }

  /** Creates a buffer for the given number of value bytes in base64. */
  static ByteArrayOutputStream buffer(long valueBytes) {
    return new ByteArrayOutputStream(
        (int) Math.min(valueBytes * 3 / 2 + OVERHEAD_BYTES, Integer.MAX_VALUE / 2));
  }

  /** Writes a document with the fields of a row. */
  void write(Key key, Row row, OutputStream out) {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringProperty(KEY, key.text());
      json.writeStringProperty(GROUP, group(key));
      for (int i = 0; i < row.fieldCount(); i++) {
        json.writeName(row.fieldName(i));
        if (valueForm == ValueForm.BINARY) {
          json.writeBinary(row.buffer(), row.offset(i), row.length(i));
        } else {
          json.writeString(
              new String(row.buffer(), row.offset(i), row.length(i), StandardCharsets.ISO_8859_1));
        }
      }
      json.writeEndObject();
    }
  }

  /** Returns the total size of the field values, in bytes. */
  long payloadBytes(JsonNode source) {
    long bytes = 0;
    for (String name : fieldNames) {
      JsonNode value = source.path(name);
      if (value.isString()) {
        bytes += payloadBytes(value.stringValue());
      }
    }
    return bytes;
  }

  /**
   * Returns the decoded length of a value. Four base64 characters are three bytes, except for the
   * padding at the end.
   */
  private long payloadBytes(String value) {
    if (valueForm == ValueForm.TEXT) {
      return value.length();
    }
    int filling = value.endsWith("==") ? 2 : value.endsWith("=") ? 1 : 0;
    return value.length() / 4 * 3L - filling;
  }

  void lend(int item, JsonNode source, FieldVisitor visitor) {
    for (String name : fieldNames) {
      JsonNode value = source.path(name);
      if (value.isString()) {
        byte[] bytes =
            valueForm == ValueForm.BINARY
                ? value.binaryValue()
                : value.stringValue().getBytes(StandardCharsets.ISO_8859_1);
        visitor.field(item, name, bytes, 0, bytes.length);
      }
    }
  }
}
