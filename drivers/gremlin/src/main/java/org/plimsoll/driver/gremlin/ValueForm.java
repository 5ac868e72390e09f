package org.plimsoll.driver.gremlin;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.plimsoll.api.Row;

/** The form in which a field is stored as a property. A property is a string in every graph. */
enum ValueForm {
  /** Base64, which can represent any bytes. */
  BINARY {
    @Override
    String encode(Row row, int field) {
      return Base64.getEncoder().encodeToString(row.copy(field));
    }

    @Override
    byte[] decode(String text) {
      return Base64.getDecoder().decode(text);
    }

    @Override
    long bytes(String text) {
      int length = text.length();
      int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
      return length / 4 * 3L - padding;
    }
  },
  /** The bytes as UTF-8. */
  TEXT {
    @Override
    String encode(Row row, int field) {
      return new String(row.buffer(), row.offset(field), row.length(field), StandardCharsets.UTF_8);
    }

    @Override
    byte[] decode(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    long bytes(String text) {
      return decode(text).length;
    }
  };

  abstract String encode(Row row, int field);

  /**
   * Decodes the bytes of a property.
   *
   * @throws IllegalArgumentException if the text does not have this form
   */
  abstract byte[] decode(String text);

  /** Returns the number of bytes of a property. */
  abstract long bytes(String text);
}
