package org.plimsoll.driver.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Row;

/**
 * A text with placeholders, which are replaced with data of an operation. Other words in braces
 * remain unchanged, so that JSON needs no escapes.
 *
 * <ul>
 *   <li>{@code {key}}: the key; in a path, escaped as one segment of a URL
 *   <li>{@code {number}}: the key as a number
 *   <li>{@code {field}}, {@code {field:NAME}}: the bytes of the first field, or of the named one
 *   <li>{@code {base64}}, {@code {base64:NAME}}: the bytes of the same field in Base64
 *   <li>{@code {json}}: a JSON object of all fields, each in Base64
 * </ul>
 */
final class Template {
  private static final Pattern PLACE =
      Pattern.compile("\\{(key|number|json|(?:field|base64)(?::([^{}]+))?)}");

  private interface Part {
    void write(Operation operation, ByteArrayOutputStream to);
  }

  private final List<Part> parts = new ArrayList<>();
  private boolean needsRow;
  private boolean isBareField;

  private Template() {}

  static Template parse(String text, boolean inUrl, List<String> fieldNames) {
    Template template = new Template();
    Matcher place = PLACE.matcher(text);
    int begin = 0;
    while (place.find()) {
      template.literal(text.substring(begin, place.start()));
      template.place(place.group(1), place.group(2), inUrl, fieldNames);
      begin = place.end();
    }
    template.literal(text.substring(begin));
    template.isBareField = text.equals("{field}");
    return template;
  }

  /** Whether the operation must have a row. */
  boolean needsRow() {
    return needsRow;
  }

  /** Whether the template consists of the first field only. */
  boolean isBareField() {
    return isBareField;
  }

  byte[] bytes(Operation operation) {
    if (isBareField) {
      return operation.row().copy(0);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    for (Part part : parts) {
      part.write(operation, bytes);
    }
    return bytes.toByteArray();
  }

  String text(Operation operation) {
    return new String(bytes(operation), StandardCharsets.UTF_8);
  }

  private void literal(String text) {
    if (!text.isEmpty()) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      parts.add((_, to) -> to.writeBytes(bytes));
    }
  }

  private void place(String name, @Nullable String field, boolean inUrl, List<String> fieldNames) {
    switch (name) {
      case "key" ->
          parts.add(
              inUrl
                  ? (operation, to) -> escape(operation.key(), to)
                  : (operation, to) ->
                      to.writeBytes(operation.key().text().getBytes(StandardCharsets.UTF_8)));
      case "number" -> parts.add((operation, to) -> ascii(operation.key().number(), to));
      case "json" -> row((row, to) -> writeJson(row, to));
      default -> {
        int index = field == null ? 0 : fieldNames.indexOf(field);
        if (index < 0) {
          throw new IllegalArgumentException(
              "no row has the field '" + field + "': fields are " + String.join(", ", fieldNames));
        }
        boolean base64 = name.startsWith("base64");
        row((row, to) -> {
          if (index >= row.fieldCount()) {
            return; // The row has fewer fields than the template expects.
          }
          if (base64) {
            to.writeBytes(Base64.getEncoder().encode(row.copy(index)));
          } else {
            to.write(row.buffer(), row.offset(index), row.length(index));
          }
        });
      }
    }
  }

  private interface RowPart {
    void write(Row row, ByteArrayOutputStream to);
  }

  private void row(RowPart part) {
    needsRow = true;
    parts.add((operation, to) -> part.write(operation.row(), to));
  }

  private static void ascii(long number, ByteArrayOutputStream to) {
    to.writeBytes(Long.toString(number).getBytes(StandardCharsets.US_ASCII));
  }

  private static void writeJson(Row row, ByteArrayOutputStream to) {
    to.write('{');
    for (int i = 0; i < row.fieldCount(); i++) {
      String name = row.fieldName(i).replace("\\", "\\\\").replace("\"", "\\\"");
      String before = (i == 0 ? "\"" : ",\"") + name + "\":\"";
      to.writeBytes(before.getBytes(StandardCharsets.UTF_8));
      to.writeBytes(Base64.getEncoder().encode(row.copy(i)));
      to.write('"');
    }
    to.write('}');
  }

  /** Percent-encodes all characters except the unreserved ones of RFC 3986, section 2.3. */
  private static void escape(Key key, ByteArrayOutputStream to) {
    for (byte b : key.text().getBytes(StandardCharsets.UTF_8)) {
      boolean unreserved =
          (b >= 'a' && b <= 'z')
              || (b >= 'A' && b <= 'Z')
              || (b >= '0' && b <= '9')
              || b == '-'
              || b == '.'
              || b == '_'
              || b == '~';
      if (unreserved) {
        to.write(b);
      } else {
        to.write('%');
        to.write(Character.toUpperCase(Character.forDigit((b >> 4) & 15, 16)));
        to.write(Character.toUpperCase(Character.forDigit(b & 15, 16)));
      }
    }
  }
}
