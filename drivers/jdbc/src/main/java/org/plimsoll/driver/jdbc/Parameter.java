package org.plimsoll.driver.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.StatementValue;

/**
 * A placeholder in a user's statement.
 *
 * @param keyForm the form of the key if the placeholder does not specify one
 */
record Parameter(StatementValue value, KeyForm keyForm) {
  void bind(PreparedStatement statement, int index, Operation operation, RandomGenerator random)
      throws SQLException {
    switch (value) {
      case StatementValue.KeyOf(StatementValue.KeyForm form) -> {
        KeyForm bound =
            switch (form) {
              case AS_NEEDED -> keyForm;
              case TEXT -> KeyForm.TEXT;
              case NUMBER -> KeyForm.NUMBER;
              case BYTES -> KeyForm.BYTES;
            };
        bound.bind(statement, index, operation.key());
      }
      case StatementValue.Field field -> {
        int place = field.in(operation.row());
        statement.setBytes(index, place < 0 ? null : operation.row().copy(place));
      }
      case StatementValue.Draw draw -> statement.setLong(index, draw.distribution().sample(random));
    }
  }
}
