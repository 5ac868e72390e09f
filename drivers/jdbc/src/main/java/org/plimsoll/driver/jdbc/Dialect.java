package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What databases do not share: types, upserts, limits, and what a server tells of itself. */
sealed interface Dialect permits PostgresDialect, CockroachDialect, MariaDialect, AnsiDialect {
  String name();

  /** Sets what the JDBC driver has to know; the user's own properties come after. */
  default void configure(Properties properties, ConnectionForm form) {}

  /** An identifier in the quotes that the database takes. */
  default String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** The type of the key's column. */
  String keyType(KeyForm form);

  /** The type of a column for bytes of any number. */
  String fieldType();

  /** Inserts that many rows, or overwrites those that are there; its parameters are row by row. */
  String upsert(Table table, int rows);

  /** The end of a query that returns as many rows as its last parameter says. */
  default String limit() {
    return " limit ?";
  }

  /** The end of a query that locks the rows it returns. */
  default String forUpdate() {
    return " for update";
  }

  /** Whether rows come a few at a time in transactions only. */
  default boolean cursorsNeedTransaction() {
    return false;
  }

  /** The type of elements where many keys can be one parameter; null where they cannot. */
  default @Nullable String arrayType(KeyForm form) {
    return null;
  }

  /** How many parameters a statement may have. */
  default int maxParameters() {
    return 32_000;
  }

  default String truncate(Table table) {
    return "truncate table " + table.name();
  }

  /** The server's own estimate of the number of rows, for tables too large to be counted. */
  default @Nullable String estimate(Table table) {
    return null;
  }

  /** What to run after a fill, when nothing is in a transaction. */
  default @Nullable String analyze(Table table) {
    return null;
  }

  /** Ends statements that take longer; zero: none is ended. Null where each statement is told. */
  default @Nullable String statementTimeout(Duration timeout) {
    return null;
  }

  /** Begins a transaction. */
  default void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
  }

  default void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  default void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  /** A query for names and values of the server's own settings that explain results. */
  default @Nullable String settingsQuery() {
    return null;
  }

  /** Queries for what the server counts: of one row of many columns, or of rows name, value. */
  default List<String> telemetryQueries() {
    return List.of();
  }

  /** The names under which the answers to {@link #telemetryQueries} are shown, by the server's. */
  default Map<String, String> telemetryNames() {
    return Map.of();
  }
}
