package org.plimsoll.driver.jdbc;

import java.sql.SQLException;

/** The way in which a session gets a connection for each operation and returns it afterwards. */
sealed interface Lease permits OwnLease, PooledLease {
  /** Returns a connection that is assumed to work, and opens a new one if there is none. */
  Link take(Tuning tuning) throws SQLException;

  /** Returns the connection after the operation and its transaction have ended. */
  void giveBack(Link link);

  /** Discards a broken connection. */
  void discard(Link link);

  /**
   * Releases the resources that are kept between operations. Must not be called during an
   * operation.
   */
  void close();
}
