package org.plimsoll.api.kit;

import java.util.List;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Row;

/** The value of a placeholder in a user's statement, which is bound for each operation. */
public sealed interface StatementValue {
  /** The form of a key; {@code AS_NEEDED} selects the form that the column requires. */
  enum KeyForm {
    AS_NEEDED,
    TEXT,
    NUMBER,
    BYTES
  }

  /** The key of the operation. */
  record KeyOf(KeyForm form) implements StatementValue {}

  /**
   * A field of the row to write.
   *
   * @param position position of the field in rows of the workload
   */
  record Field(String name, int position) implements StatementValue {
    /** Returns the index of the field in a row; −1 if the row does not have it. */
    public int in(Row row) {
      return row.indexOf(name, position);
    }
  }

  /** A random integer, drawn for each execution. */
  record Draw(Distribution distribution) implements StatementValue {}

  /** Returns whether a valid placeholder is a field of the row. */
  static boolean isField(String text) {
    return !text.startsWith("{") && !text.matches("key(-\\w+)?");
  }

  /**
   * Parses a name, or a distribution in braces.
   *
   * @param fieldNames names of the fields of rows
   * @throws IllegalArgumentException if the text is not allowed; the message is one sentence with
   *     what is allowed
   */
  static StatementValue of(String text, List<String> fieldNames) {
    if (text.startsWith("{")) {
      String inside = text.substring(1, text.length() - 1);
      try {
        return new Draw(DistributionText.parseBytes(inside));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("statements: the text in :{…} " + e.getMessage(), e);
      }
    }
    if (fieldNames.contains(text)) {
      return new Field(text, fieldNames.indexOf(text));
    }
    return switch (text) {
      case "key" -> new KeyOf(KeyForm.AS_NEEDED);
      case "key-text" -> new KeyOf(KeyForm.TEXT);
      case "key-number" -> new KeyOf(KeyForm.NUMBER);
      case "key-bytes" -> new KeyOf(KeyForm.BYTES);
      default ->
          throw new IllegalArgumentException(
              "statements: a name after a colon must be key, key-text, key-number, key-bytes, one"
                  + " of the fields "
                  + String.join(", ", fieldNames)
                  + " or a distribution such as {uniform(1,100)}, was '"
                  + text
                  + "'");
    };
  }
}
