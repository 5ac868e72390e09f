package org.plimsoll.driver.jdbc;

import java.sql.SQLException;

/** How a session gets a connection for each operation and returns it afterwards. */
sealed interface Lease permits OwnLease, PooledLease {
  /** Returns a working connection, as far as can be known; opens a new one if there is none. */
  Link take(Tuning tuning) throws SQLException;

  /** Returns the connection after the operation and its transaction have ended. */
  void giveBack(Link link);

  /** Discards a broken connection. */
  void discard(Link link);

  /** Releases what is kept between operations. Must not be called during an operation. */
  void close();
}
