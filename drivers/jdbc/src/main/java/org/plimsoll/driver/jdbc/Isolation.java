package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.util.Locale;

/** The SQL isolation levels, and the default of the server. */
enum Isolation {
  DEFAULT(-1),
  READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  Isolation(int level) {
    this.level = level;
  }

  /** Returns the constant of {@link Connection} for this level. */
  int level() {
    return level;
  }

  /** Returns the setting value for a level of {@link Connection}. */
  static String nameOf(int level) {
    for (Isolation isolation : values()) {
      if (isolation.level == level) {
        return isolation.name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }
    return "none";
  }
}
