package org.plimsoll.driver.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections with the JDBC driver that accepts the URL. The driver is looked up with the
 * class loader of this class, because {@code DriverManager} has a single list for the whole
 * process.
 */
final class ConnectionSource implements DataSource {
  private static final String MYSQL = "jdbc:mysql:";
  private static final Set<String> POLLING =
      Set.of("org.postgresql.Driver", "org.mariadb.jdbc.Driver");

  private final Driver driver;
  private final String url;
  private final Properties properties;
  private final Setup setup;
  private final Question question;

  /** Checks before each connection whether its hosts are allowed. */
  @FunctionalInterface
  interface Question {
    void ask() throws SQLException;
  }

  /** Runs on every new connection before its first use. */
  @FunctionalInterface
  interface Setup {
    void of(Connection connection) throws SQLException;
  }

  private ConnectionSource(
      Driver driver, String url, Properties properties, Setup setup, Question question) {
    this.question = question;
    this.driver = driver;
    this.url = url;
    this.properties = properties;
    this.setup = setup;
  }

  /** Returns a copy of this source with another setup for new connections. */
  ConnectionSource with(Setup newSetup) {
    return new ConnectionSource(driver, url, properties, newSetup, question);
  }

  /** Returns a copy of this source with a check before each connection. */
  ConnectionSource asking(Question newQuestion) {
    return new ConnectionSource(driver, url, properties, setup, newQuestion);
  }

  /**
   * Creates the source for a URL.
   *
   * @param polls whether connections poll for answers
   * @throws IllegalArgumentException if no driver accepts the URL, or its driver cannot poll
   */
  static ConnectionSource of(String url, Properties properties, boolean polls) throws SQLException {
    List<Driver> drivers = new ArrayList<>();
    ServiceLoader.load(Driver.class, ConnectionSource.class.getClassLoader()).forEach(drivers::add);
    Optional<Driver> found = taking(drivers, url);
    String taken = url;
    if (found.isEmpty() && url.startsWith(MYSQL)) {
      // This driver also connects to MySQL.
      taken = "jdbc:mariadb:" + url.substring(MYSQL.length());
      found = taking(drivers, taken);
    }
    Driver driver =
        found.orElseThrow(() ->
            new IllegalArgumentException(
                "no JDBC driver accepts "
                    + url
                    + ". Put the jar of the driver into drivers/jdbc of the installation, or use"
                    + " jdbc:postgresql: or jdbc:mariadb:"));
    if (polls) {
      poll(driver, properties);
    }
    return new ConnectionSource(driver, taken, properties, _ -> {}, () -> {});
  }

  /**
   * Enables polling. The drivers of MariaDB and MySQL use the same property name, but MySQL's
   * expects another kind of class.
   */
  private static void poll(Driver driver, Properties properties) {
    if (!POLLING.contains(driver.getClass().getName())) {
      throw new IllegalArgumentException(
          "busy-poll: must be false except with the drivers of PostgreSQL and MariaDB, was 'true'"
              + " with "
              + driver.getClass().getName());
    }
    properties.putIfAbsent("socketFactory", PollingSockets.class.getName());
  }

  private static Optional<Driver> taking(List<Driver> drivers, String url) throws SQLException {
    for (Driver driver : drivers) {
      if (driver.acceptsURL(url)) {
        return Optional.of(driver);
      }
    }
    return Optional.empty();
  }

  @Override
  public Connection getConnection() throws SQLException {
    question.ask();
    Connection connection = driver.connect(url, properties);
    if (connection == null) {
      throw new SQLException("the JDBC driver does not accept " + url);
    }
    try {
      setup.of(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("user and password must be in the properties");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("this data source wraps no other object");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
