package org.plimsoll.driver.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.plimsoll.api.DriverContext;

/** A HikariCP pool of fixed size, whose connections are all open. */
final class ConnectionPool implements AutoCloseable {
  /** The shortest timeout that HikariCP accepts. */
  private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(250);

  private final HikariDataSource hikari;
  private final Dialect dialect;
  private final DriverContext.Timing waits;

  /** The settings of new connections. When they change, older connections are replaced. */
  private volatile Tuning tuning;

  ConnectionPool(
      ConnectionSource source,
      Dialect dialect,
      int connections,
      Duration patience,
      Tuning tuning,
      DriverContext.Timing waits) {
    this.dialect = dialect;
    this.tuning = tuning;
    this.waits = waits;
    HikariConfig config = new HikariConfig();
    config.setPoolName("plimsoll");
    config.setDataSource(source.with(this::configure));
    // The initial maximum is also the limit for later additions.
    config.setMaximumPoolSize(JdbcSettings.MAX_CONNECTIONS);
    config.setMinimumIdle(connections);
    config.setConnectionTimeout(patience.toMillis());
    // The pool starts with one connection, and opens the others immediately.
    config.setInitializationFailTimeout(SHORTEST_PATIENCE.toMillis());
    hikari = new HikariDataSource(config);
    hikari.getHikariConfigMXBean().setMaximumPoolSize(connections);
  }

  private void configure(Connection connection) throws SQLException {
    Link.keeping(connection, dialect).tune(tuning);
  }

  Link borrow(Tuning wanted) throws SQLException {
    long beginNanos = System.nanoTime();
    Connection connection = hikari.getConnection();
    waits.record(System.nanoTime() - beginNanos);
    return Link.borrowing(connection, dialect, wanted);
  }

  void evict(Link link) {
    hikari.evictConnection(link.connection());
    link.close();
  }

  /**
   * Replaces all connections, each of them when it is idle. This opens the new connections soon.
   * HikariCP refills its pool when a connection closes, and otherwise only every 30 s.
   */
  void resize(int connections) {
    if (connections == hikari.getMaximumPoolSize()) {
      return;
    }
    HikariConfigMXBean config = hikari.getHikariConfigMXBean();
    config.setMinimumIdle(Math.min(connections, config.getMinimumIdle()));
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    replaceAll();
  }

  /** Applies the settings to all connections, each of them when it is idle. */
  void retune(Tuning wanted) {
    boolean same =
        wanted.isolation() == tuning.isolation()
            && wanted.statementTimeout().equals(tuning.statementTimeout());
    tuning = wanted;
    if (!same) {
      replaceAll();
    }
  }

  private void replaceAll() {
    HikariPoolMXBean pool = hikari.getHikariPoolMXBean();
    if (pool != null) {
      pool.softEvictConnections();
    }
  }

  int connections() {
    return hikari.getMaximumPoolSize();
  }

  @Override
  public void close() {
    hikari.close();
  }
}
