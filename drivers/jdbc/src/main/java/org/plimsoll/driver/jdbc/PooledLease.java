package org.plimsoll.driver.jdbc;

import java.sql.SQLException;

/**
 * A lease of a connection that is borrowed from the pool for each operation, as in applications.
 */
final class PooledLease implements Lease {
  private final ConnectionPool pool;

  PooledLease(ConnectionPool pool) {
    this.pool = pool;
  }

  @Override
  public Link take(Tuning tuning) throws SQLException {
    return pool.borrow(tuning);
  }

  @Override
  public void giveBack(Link link) {
    link.close();
  }

  @Override
  public void discard(Link link) {
    pool.evict(link);
  }

  @Override
  public void close() {}
}
