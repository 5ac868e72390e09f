package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection with its prepared statements and its open transaction. */
final class Link implements AutoCloseable {
  private static final int KEPT_STATEMENTS = 64;

  private final Connection connection;
  private final Dialect dialect;

  /**
   * The prepared statements by their SQL. Null if the pool closes them when the connection is
   * returned.
   */
  private final @Nullable Map<String, PreparedStatement> kept;

  private @Nullable Tuning tuning;
  private int defaultLevel;
  private boolean inTransaction;

  private Link(
      Connection connection, Dialect dialect, @Nullable Map<String, PreparedStatement> kept) {
    this.connection = connection;
    this.dialect = dialect;
    this.kept = kept;
  }

  /** Creates a link to a connection that is kept together with its statements. */
  static Link keeping(Connection connection, Dialect dialect) {
    return new Link(connection, dialect, new LinkedHashMap<>(16, 0.75f, true));
  }

  /** Creates a link to a connection that is returned to its pool. */
  static Link borrowing(Connection connection, Dialect dialect, Tuning tuning) {
    Link link = new Link(connection, dialect, null);
    link.tuning = tuning;
    return link;
  }

  Connection connection() {
    return connection;
  }

  /** Applies the settings if they have changed since the last call. */
  @SuppressWarnings("ReferenceEquality") // Every change creates a new object.
  void tune(Tuning wanted) throws SQLException {
    Tuning before = tuning;
    if (wanted == before) {
      return;
    }
    Isolation isolation = before == null ? Isolation.DEFAULT : before.isolation();
    if (wanted.isolation() != isolation) {
      if (isolation == Isolation.DEFAULT) {
        defaultLevel = connection.getTransactionIsolation();
      }
      boolean goesBack = wanted.isolation() == Isolation.DEFAULT;
      connection.setTransactionIsolation(goesBack ? defaultLevel : wanted.isolation().level());
    }
    Duration timeout = before == null ? Duration.ZERO : before.statementTimeout();
    String changed = dialect.statementTimeout(wanted.statementTimeout());
    if (changed != null && !wanted.statementTimeout().equals(timeout)) {
      try (Statement statement = connection.createStatement()) {
        var _ = statement.execute(changed);
      }
    }
    tuning = wanted;
    if (kept != null) {
      for (PreparedStatement statement : kept.values()) {
        limit(statement, wanted);
      }
    }
  }

  /** Returns the prepared statement for the given SQL, ready for its parameters. */
  PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = kept == null ? null : kept.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      if (tuning != null) {
        limit(statement, tuning);
      }
      if (kept != null) {
        keep(kept, sql, statement);
      }
    }
    return statement;
  }

  private static void keep(
      Map<String, PreparedStatement> kept, String sql, PreparedStatement statement)
      throws SQLException {
    kept.put(sql, statement);
    if (kept.size() > KEPT_STATEMENTS) {
      var eldest = kept.entrySet().iterator();
      PreparedStatement useless = eldest.next().getValue();
      eldest.remove();
      useless.close();
    }
  }

  private void limit(PreparedStatement statement, Tuning limits) throws SQLException {
    if (statement.getFetchSize() != limits.fetchRows()) {
      statement.setFetchSize(limits.fetchRows());
    }
    if (dialect.statementTimeout(Duration.ZERO) == null) {
      long seconds = limits.statementTimeout().plusMillis(999).toSeconds();
      statement.setQueryTimeout(Math.toIntExact(seconds));
    }
  }

  boolean inTransaction() {
    return inTransaction;
  }

  void begin() throws SQLException {
    dialect.begin(connection);
    inTransaction = true;
  }

  void commit() throws SQLException {
    dialect.commit(connection);
    inTransaction = false;
  }

  void rollback() throws SQLException {
    dialect.rollback(connection);
    inTransaction = false;
  }

  /**
   * Aborts the connection. Can be called from any thread, even while another thread is waiting for
   * an answer.
   */
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // The connection is already broken.
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // The connection is already broken.
    }
  }
}
