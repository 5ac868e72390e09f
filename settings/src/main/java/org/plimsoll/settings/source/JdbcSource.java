package org.plimsoll.settings.source;

import java.net.URI;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.JdbcUrl;
import org.plimsoll.engine.clock.Polled;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Plugins;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.settings.PropertyTexts;
import org.plimsoll.settings.text.Reached;
import org.plimsoll.settings.text.SecretReference;

/**
 * Reads the rows of a database, with a name in the first column and a value in the second. Null
 * values are ignored. One connection is kept open, and is replaced if it fails.
 */
final class JdbcSource implements Polled<Map<String, String>> {
  private static final int MAX_ROWS = 10_000;
  private static final int PATIENCE_SECONDS = 10;

  private final PropertySourceSpec.Jdbc spec;
  private final HostCheck hosts;
  private final @Nullable Driver driver;
  private final Properties login = new Properties();
  private @Nullable Connection connection;

  JdbcSource(PropertySourceSpec.Jdbc spec, Plugins plugins, HostCheck hosts) {
    this.spec = spec;
    this.hosts = hosts;
    String folder = spec.driver();
    driver = folder == null ? null : driver(plugins, folder);
    if (spec.user() != null) {
      login.setProperty("user", spec.user());
    }
    if (spec.password() != null) {
      login.setProperty("password", SecretReference.resolved(spec.password()));
    }
    JdbcUrl.parse(spec.url()).protections().forEach(login::setProperty);
  }

  private static Driver driver(Plugins plugins, String folder) {
    try {
      return plugins.custom(Driver.class, folder);
    } catch (InvalidSpecException e) {
      throw new InvalidSpecException(
          "driver must be a folder with the jar of a JDBC driver in the drivers folder, was '"
              + folder
              + "'",
          e);
    }
  }

  @Override
  public Map<String, String> read() throws SQLException {
    try {
      Connection open = connection;
      if (open == null) {
        open = connected();
        connection = open;
      }
      return texts(open);
    } catch (SQLException e) {
      close();
      throw new SQLException(withoutSecrets(e), e);
    }
  }

  private Connection connected() throws SQLException {
    Driver known = driver;
    if (known == null) {
      try {
        known = DriverManager.getDriver(spec.url());
      } catch (SQLException e) {
        throw new SQLException(
            "no JDBC driver accepts this URL; set driver=FOLDER to the folder with its jar", e);
      }
    }
    String authority = new Reached.Database(spec.url()).authority();
    if (authority != null) {
      hosts.reaches(PropertySources.PROPERTIES, URI.create("jdbc://" + authority));
    }
    Connection opened = known.connect(spec.url(), login);
    if (opened == null) {
      throw new SQLException("the JDBC driver does not accept this URL");
    }
    opened.setReadOnly(true);
    try {
      opened.setNetworkTimeout(
          Runnable::run, (int) TimeUnit.SECONDS.toMillis(2L * PATIENCE_SECONDS));
    } catch (SQLFeatureNotSupportedException e) {
      // The query has its own timeout.
    }
    return opened;
  }

  private Map<String, String> texts(Connection open) throws SQLException {
    Map<String, String> texts = new TreeMap<>();
    long length = 0;
    try (Statement statement = open.createStatement()) {
      statement.setQueryTimeout(PATIENCE_SECONDS);
      statement.setMaxRows(MAX_ROWS);
      try (ResultSet rows = statement.executeQuery(spec.query())) {
        while (rows.next()) {
          String name = rows.getString(1);
          String value = rows.getString(2);
          if (name != null && value != null) {
            length += name.length() + value.length();
            if (length > PropertyTexts.MAX_BYTES) {
              throw new SQLException("the query must return at most 1 MiB");
            }
            texts.put(name.strip(), value.strip());
          }
        }
      }
    }
    return texts;
  }

  /** Returns the message without the URL and the password, which some drivers quote. */
  private String withoutSecrets(SQLException e) {
    String message = String.valueOf(e.getMessage()).replace(spec.url(), "its URL");
    String password = login.getProperty("password", "");
    return password.isEmpty() ? message : message.replace(password, "***");
  }

  @Override
  public long waitNanos() {
    return spec.periodNanos();
  }

  @Override
  public void close() {
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      try {
        closing.close();
      } catch (SQLException e) {
        // The connection is closed because it has failed already.
      }
    }
  }
}
