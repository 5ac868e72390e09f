package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Polls the counters of the server over a separate, persistent connection. */
final class ServerTelemetry {
  private static final int DEADLINE_SECONDS = 3;

  private final ConnectionSource source;
  private final Dialect dialect;
  private @Nullable Connection connection;

  ServerTelemetry(ConnectionSource source, Dialect dialect) {
    this.source = source;
    this.dialect = dialect;
  }

  synchronized Map<String, Double> read() throws SQLException {
    if (dialect.telemetryQueries().isEmpty()) {
      return Map.of();
    }
    try {
      Connection its = connection;
      if (its == null) {
        its = source.getConnection();
        connection = its;
      }
      Map<String, Double> telemetry = new LinkedHashMap<>();
      try (Statement statement = its.createStatement()) {
        statement.setQueryTimeout(DEADLINE_SECONDS);
        for (String query : dialect.telemetryQueries()) {
          read(statement, query, telemetry);
        }
      }
      return telemetry;
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  /**
   * Reads one row with a column for each value, or one row with a name and a value for each value.
   */
  private void read(Statement statement, String query, Map<String, Double> telemetry)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      ResultSetMetaData about = rows.getMetaData();
      boolean named = about.getColumnLabel(1).equalsIgnoreCase("variable_name");
      while (rows.next()) {
        if (named) {
          put(telemetry, rows.getString(1), rows.getDouble(2));
          continue;
        }
        for (int i = 1; i <= about.getColumnCount(); i++) {
          put(telemetry, about.getColumnLabel(i), rows.getDouble(i));
        }
      }
    }
  }

  private void put(Map<String, Double> telemetry, String column, double value) {
    String name = dialect.telemetryNames().get(column.toLowerCase(Locale.ROOT));
    if (name != null) {
      telemetry.put(name, value);
    }
  }

  synchronized void close() {
    Connection its = connection;
    connection = null;
    if (its != null) {
      try {
        its.close();
      } catch (SQLException e) {
        // The connection is already broken.
      }
    }
  }
}
