package org.plimsoll.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A SQL dialect: the differences between databases in types, upserts, limits, server settings and
 * server counters.
 */
sealed interface Dialect
    permits PostgresDialect, CockroachDialect, MariaDialect, SqliteDialect, AnsiDialect {
  String name();

  /** Sets the properties that the JDBC driver needs. The user's own properties override them. */
  default void configure(Properties properties, ConnectionForm form) {}

  /** Returns an identifier with the quotes of the database. */
  default String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** Returns the type of the key column. */
  String keyType(KeyForm form);

  /** Returns the type of a column for byte strings of any length. */
  String fieldType();

  /**
   * Returns a statement that inserts the given number of rows, or overwrites existing ones. Its
   * parameters are in row order.
   */
  String upsert(Table table, int rows);

  /** Returns the clause that limits a query to a number of rows, which is its last parameter. */
  default String limit() {
    return " limit ?";
  }

  /** Returns the clause that locks the rows that a query returns. */
  default String forUpdate() {
    return " for update";
  }

  /** Whether the server sends rows in portions only inside a transaction. */
  default boolean cursorsNeedTransaction() {
    return false;
  }

  /**
   * Returns the element type for passing many keys as one array parameter, or null if arrays are
   * not supported.
   */
  default @Nullable String arrayType(KeyForm form) {
    return null;
  }

  /** Returns the maximum number of parameters of a statement. */
  default int maxParameters() {
    return 32_000;
  }

  /** Returns a query that reads no row of a table. */
  default String rehearsal(Table table) {
    return "select 1";
  }

  default String truncate(Table table) {
    return "truncate table " + table.name();
  }

  /**
   * Returns a query for the server's estimate of the number of rows, for tables that are too large
   * to count.
   */
  default @Nullable String estimate(Table table) {
    return null;
  }

  /**
   * Returns the statement to run outside any transaction after the load phase, or null if there is
   * none.
   */
  default @Nullable String analyze(Table table) {
    return null;
  }

  /**
   * Returns maintenance statements of the server, by the names of their hooks. They run outside
   * transactions.
   */
  default Map<String, String> maintenance(Table table) {
    String analyze = analyze(table);
    return analyze == null ? Map.of() : Map.of("analyze", analyze);
  }

  /**
   * Returns a statement that adds an index while the table is in use.
   *
   * @param name the quoted name of the index
   * @param column the quoted name of the column
   * @param length the length of the indexed prefix, in units of the database; 0: the whole column
   */
  default String createIndex(Table table, String name, String column, int length) {
    return "create index %s on %s (%s%s)"
        .formatted(name, table.name(), column, length == 0 ? "" : "(" + length + ")");
  }

  /** Returns a statement that drops an index of the table. */
  default String dropIndex(Table table, String name) {
    return "drop index " + name;
  }

  /**
   * Returns a statement that makes the server cancel statements after the given time; zero: never.
   * Null if the timeout is set on each statement instead.
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

  /** Returns a query for the names and values of server settings that influence results. */
  default @Nullable String settingsQuery() {
    return null;
  }

  /**
   * Returns queries for the counters of the server. Each query returns one row with many columns,
   * or rows with a name and a value.
   */
  default List<String> telemetryQueries() {
    return List.of();
  }

  /** Maps the names in the answers to {@link #telemetryQueries} to the displayed names. */
  default Map<String, String> telemetryNames() {
    return Map.of();
  }
}
