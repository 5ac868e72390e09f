package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A lease of a connection that the session owns. The connection is reopened after it breaks. */
final class OwnLease implements Lease {
  private final ConnectionSource source;
  private final Dialect dialect;
  private @Nullable Link link;

  OwnLease(ConnectionSource source, Dialect dialect) {
    this.source = source;
    this.dialect = dialect;
  }

  @Override
  public Link take(Tuning tuning) throws SQLException {
    Link current = link;
    if (current == null) {
      Connection opened = source.getConnection();
      current = Link.keeping(opened, dialect);
      link = current;
    }
    try {
      current.tune(tuning);
    } catch (SQLException e) {
      discard(current);
      throw e;
    }
    return current;
  }

  @Override
  public void giveBack(Link used) {}

  @Override
  public void discard(Link broken) {
    link = null;
    broken.abort();
  }

  @Override
  public void close() {
    Link closing = link;
    link = null;
    if (closing != null) {
      closing.close();
    }
  }
}
