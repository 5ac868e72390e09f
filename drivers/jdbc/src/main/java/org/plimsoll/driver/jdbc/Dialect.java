package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What differs between databases: types, upserts, limits, server settings and server counters. */
sealed interface Dialect
    permits PostgresDialect, CockroachDialect, MariaDialect, SqliteDialect, AnsiDialect {
  String name();

  /** Sets the properties that the JDBC driver needs; the user's own properties override them. */
  default void configure(Properties properties, ConnectionForm form) {}

  /** Returns an identifier in the quotes that the database accepts. */
  default String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** The type of the key's column. */
  String keyType(KeyForm form);

  /** The type of a column for byte strings of any length. */
  String fieldType();

  /**
   * A statement that inserts this many rows or overwrites existing ones; its parameters are in row
   * order.
   */
  String upsert(Table table, int rows);

  /** The clause that limits a query to the number of rows in its last parameter. */
  default String limit() {
    return " limit ?";
  }

  /** The clause that locks the rows that a query returns. */
  default String forUpdate() {
    return " for update";
  }

  /** Whether the server sends rows in portions only inside a transaction. */
  default boolean cursorsNeedTransaction() {
    return false;
  }

  /** The element type for passing many keys as one array parameter; null if not supported. */
  default @Nullable String arrayType(KeyForm form) {
    return null;
  }

  /** The maximum number of parameters of a statement. */
  default int maxParameters() {
    return 32_000;
  }

  /** A query that reads no row of a table. */
  default String rehearsal(Table table) {
    return "select 1";
  }

  default String truncate(Table table) {
    return "truncate table " + table.name();
  }

  /** A query for the server's estimate of the number of rows, for tables too large to count. */
  default @Nullable String estimate(Table table) {
    return null;
  }

  /** The statement to run after a fill, outside any transaction; null if none. */
  default @Nullable String analyze(Table table) {
    return null;
  }

  /** Statements of the server for maintenance, by the name of their hook, outside transactions. */
  default Map<String, String> maintenance(Table table) {
    String analyze = analyze(table);
    return analyze == null ? Map.of() : Map.of("analyze", analyze);
  }

  /**
   * A statement that adds an index while the table is used.
   *
   * @param name quoted
   * @param column quoted
   * @param length how much of the column is indexed; 0: all
   */
  default String createIndex(Table table, String name, String column, int length) {
    return "create index %s on %s (%s%s)"
        .formatted(name, table.name(), column, length == 0 ? "" : "(" + length + ")");
  }

  /** A statement that drops an index of the table. */
  default String dropIndex(Table table, String name) {
    return "drop index " + name;
  }

  /**
   * A statement that makes the server cancel statements after this time; zero: never. Null if the
   * timeout is set on each statement.
   */
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

  /** A query for the names and values of the server settings that explain results. */
  default @Nullable String settingsQuery() {
    return null;
  }

  /**
   * Queries for the counters of the server. Each returns one row of many columns, or rows of name
   * and value.
   */
  default List<String> telemetryQueries() {
    return List.of();
  }

  /** Maps the server's names in the answers to {@link #telemetryQueries} to the names shown. */
  default Map<String, String> telemetryNames() {
    return Map.of();
  }
}
