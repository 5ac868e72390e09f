package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** Selects the SQL dialect from the setting, the URL and the server. */
final class Dialects {
  private Dialects() {}

  /** Returns the dialect to assume before connecting. It determines the connection properties. */
  static Dialect ofUrl(DialectName chosen, String address) {
    return switch (chosen) {
      case POSTGRESQL -> new PostgresDialect();
      case MARIADB -> new MariaDialect(false);
      case COCKROACHDB -> new CockroachDialect(new PostgresDialect());
      case SQLITE -> new SqliteDialect();
      case ANSI -> new AnsiDialect();
      case AUTO ->
          switch (address.substring(0, address.indexOf(':')).toLowerCase(Locale.ROOT)) {
            case "postgresql" -> new PostgresDialect();
            case "mariadb", "mysql" -> new MariaDialect(false);
            case "cockroachdb" -> new CockroachDialect(new PostgresDialect());
            case "sqlite" -> new SqliteDialect();
            default -> new AnsiDialect();
          };
    };
  }

  /** Returns the dialect to use: the one that the user has set, or else the one for the server. */
  static Dialect ofServer(DialectName chosen, Dialect assumed, Connection connection)
      throws SQLException {
    return switch (assumed) {
      case PostgresDialect postgres when chosen == DialectName.AUTO ->
          version(connection).contains("CockroachDB") ? new CockroachDialect(postgres) : postgres;
      case MariaDialect _ ->
          new MariaDialect(!version(connection).toLowerCase(Locale.ROOT).contains("mariadb"));
      default -> assumed;
    };
  }

  private static String version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select version()")) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    }
  }
}
