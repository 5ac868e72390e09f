package org.plimsoll.driver.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.plimsoll.api.DriverContext;

/** HikariCP, with as many connections as were asked for, all of them open. */
final class ConnectionPool implements AutoCloseable {
  /** HikariCP's own. */
  private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(250);

  private final HikariDataSource hikari;
  private final Dialect dialect;
  private final DriverContext.Timing waits;

  /** What new connections are told; those before are replaced when it changes. */
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
    // The first maximum is also how many connections the pool can be told to add at once, later.
    config.setMaximumPoolSize(JdbcDriver.MAX_CONNECTIONS);
    config.setMinimumIdle(connections);
    config.setConnectionTimeout(patience.toMillis());
    // One connection is there when the pool is; the others follow at once.
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
   * Replaces all connections, each when nobody uses it: HikariCP fills its pool when a connection
   * closes, and else every half minute alone.
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

  /** Connections are told anew, each when nobody uses it. */
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
