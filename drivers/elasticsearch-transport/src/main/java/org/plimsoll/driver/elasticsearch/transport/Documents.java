package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.DeprecationHandler;
import org.elasticsearch.common.xcontent.NamedXContentRegistry;
import org.elasticsearch.common.xcontent.XContentBuilder;
import org.elasticsearch.common.xcontent.XContentFactory;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.XContentParser;
import org.elasticsearch.common.xcontent.XContentParser.Token;
import org.elasticsearch.common.xcontent.XContentType;
import org.plimsoll.api.Key;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;
import org.plimsoll.driver.elastic.ValueForm;

/**
 * Converts rows to documents. A document contains the fields of the row, the key, by which scans
 * are ordered, and the group, by which searches select documents.
 */
final class Documents {
  static final String KEY = "plimsoll-key";
  static final String GROUP = "plimsoll-group";

  private final List<String> fieldNames;
  private final ValueForm valueForm;
  private final XContentType content;
  private final long groups;

  Documents(List<String> fieldNames, ValueForm valueForm, Content content, long groups) {
    this.fieldNames = List.copyOf(fieldNames);
    this.valueForm = valueForm;
    this.content = content.type();
    this.groups = groups;
    if (fieldNames.contains(KEY) || fieldNames.contains(GROUP)) {
      throw new IllegalArgumentException(
          "fields: must not be named " + KEY + " or " + GROUP + ", which are the driver's own");
    }
  }

  XContentType content() {
    return content;
  }

  /** Returns the group of a key. */
  String group(Key key) {
    return "g" + key.number() % groups;
  }

  /** Returns the type of each field in the mapping of an index. */
  Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    types.put(KEY, "keyword");
    types.put(GROUP, "keyword");
    for (String name : fieldNames) {
      types.put(name, valueForm == ValueForm.BINARY ? "binary" : "text");
    }
    return types;
  }

  /** Creates a document with the fields of a row. The values are copied. */
  BytesReference of(Key key, Row row) {
    try (XContentBuilder document = XContentFactory.contentBuilder(content)) {
      document.startObject();
      document.field(KEY, key.text());
      document.field(GROUP, group(key));
      for (int i = 0; i < row.fieldCount(); i++) {
        if (valueForm == ValueForm.BINARY) {
          document.field(row.fieldName(i), row.buffer(), row.offset(i), row.length(i));
        } else {
          document.field(
              row.fieldName(i),
              new String(row.buffer(), row.offset(i), row.length(i), StandardCharsets.ISO_8859_1));
        }
      }
      document.endObject();
      return BytesReference.bytes(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // This does not happen, because the output is in memory.
    }
  }

  @FunctionalInterface
  private interface ValueTaker {
    void take(String name, XContentParser value) throws IOException;
  }

  /** Passes each field value to a consumer. */
  private void walk(BytesReference source, ValueTaker taker) throws IOException {
    try (XContentParser parser =
        XContentHelper.createParser(
            NamedXContentRegistry.EMPTY,
            DeprecationHandler.THROW_UNSUPPORTED_OPERATION,
            source,
            Content.of(source))) {
      Token token = parser.nextToken();
      if (token != Token.START_OBJECT) {
        throw new IOException("the document is not an object");
      }
      while (parser.nextToken() == Token.FIELD_NAME) {
        String name = parser.currentName();
        Token value = parser.nextToken();
        if (isValue(value) && fieldNames.contains(name)) {
          taker.take(name, parser);
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  private static boolean isValue(Token token) {
    return token == Token.VALUE_STRING || token == Token.VALUE_EMBEDDED_OBJECT;
  }

  /**
   * Returns the total size of the field values, in bytes.
   *
   * @throws IOException if the source is not a document
   */
  long payloadBytes(BytesReference source) throws IOException {
    long[] bytes = {0};
    walk(source, (_, value) -> bytes[0] += payloadBytes(value));
    return bytes[0];
  }

  /**
   * Returns the decoded length of a value. Four base64 characters are three bytes, except for the
   * padding at the end.
   */
  private long payloadBytes(XContentParser value) throws IOException {
    if (value.currentToken() == Token.VALUE_EMBEDDED_OBJECT) {
      return value.binaryValue().length;
    }
    int length = value.textLength();
    if (valueForm == ValueForm.TEXT || length < 4) {
      return length;
    }
    char[] characters = value.textCharacters();
    int end = value.textOffset() + length;
    int filling = characters[end - 2] == '=' ? 2 : characters[end - 1] == '=' ? 1 : 0;
    return length / 4 * 3L - filling;
  }

  void lend(int item, BytesReference source, FieldVisitor visitor) {
    try {
      walk(
          source,
          (name, value) -> {
            byte[] bytes =
                valueForm == ValueForm.BINARY
                    ? value.binaryValue()
                    : value.text().getBytes(StandardCharsets.ISO_8859_1);
            visitor.field(item, name, bytes, 0, bytes.length);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e); // The bytes of the value have been counted.
    }
  }
}
