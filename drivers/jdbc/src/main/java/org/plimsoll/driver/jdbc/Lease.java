package org.plimsoll.driver.jdbc;

import java.sql.SQLException;

/** How a session comes by a connection for each operation, and what becomes of it after. */
sealed interface Lease permits OwnLease, PooledLease {
  /** A connection that works, as far as can be told; a new one where there is none. */
  Link take(Tuning tuning) throws SQLException;

  /** The operation has ended, and so has its transaction. */
  void giveBack(Link link);

  /** The connection is broken. */
  void discard(Link link);

  /** Lets go of what is kept between operations. Not while one is under way. */
  void close();
}
