package org.plimsoll.driver.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.plimsoll.api.Key;

/** The column type of the primary key. */
enum KeyForm {
  TEXT,
  NUMBER,
  BYTES;

  void bind(PreparedStatement statement, int parameter, Key key) throws SQLException {
    switch (this) {
      case TEXT -> statement.setString(parameter, key.text());
      case NUMBER -> statement.setLong(parameter, key.number());
      case BYTES -> statement.setBytes(parameter, key.bytes());
    }
  }

  /** Returns many keys as one array. JDBC drivers check the type of the array. */
  Object[] array(List<Key> keys) {
    return switch (this) {
      case TEXT -> keys.stream().map(Key::text).toArray(String[]::new);
      case NUMBER -> keys.stream().map(Key::number).toArray(Long[]::new);
      case BYTES -> keys.stream().map(Key::bytes).toArray(byte[][]::new);
    };
  }
}
