package org.plimsoll.driver.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.Operation;

/** A placeholder in a user's statement, bound to a value for each operation. */
sealed interface Parameter {
  void bind(PreparedStatement statement, int index, Operation operation, RandomGenerator random)
      throws SQLException;

  /** The key of the operation, in one of its forms. */
  record KeyOf(KeyForm form) implements Parameter {
    @Override
    public void bind(
        PreparedStatement statement, int index, Operation operation, RandomGenerator random)
        throws SQLException {
      form.bind(statement, index, operation.key());
    }
  }

  /** A field of the row to write. */
  record Field(String name, int position) implements Parameter {
    @Override
    public void bind(
        PreparedStatement statement, int index, Operation operation, RandomGenerator random)
        throws SQLException {
      int field = TableOperations.indexOf(operation.row(), name, position);
      statement.setBytes(index, field < 0 ? null : operation.row().copy(field));
    }
  }

  /** A random integer, drawn again for each execution. */
  record Draw(Distribution distribution) implements Parameter {
    @Override
    public void bind(
        PreparedStatement statement, int index, Operation operation, RandomGenerator random)
        throws SQLException {
      statement.setLong(index, distribution.sample(random));
    }
  }

  /**
   * Parses a name, or a distribution in braces.
   *
   * @param fieldNames of the rows
   * @throws IllegalArgumentException with one sentence that says what is allowed
   */
  static Parameter of(String text, KeyForm keyForm, List<String> fieldNames) {
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
      case "key" -> new KeyOf(keyForm);
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
