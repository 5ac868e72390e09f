package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.util.Locale;

/** Isolation levels of SQL, and whatever the server has by default. */
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

  /** As {@link Connection} has it. */
  int level() {
    return level;
  }

  /** The name of a level of {@link Connection}, as settings have it. */
  static String nameOf(int level) {
    for (Isolation isolation : values()) {
      if (isolation.level == level) {
        return isolation.name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }
    return "none";
  }
}
