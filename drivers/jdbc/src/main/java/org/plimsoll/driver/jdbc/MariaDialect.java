package org.plimsoll.driver.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The SQL dialect of MariaDB and MySQL.
 *
 * @param isMySql whether the server is MySQL
 */
record MariaDialect(boolean isMySql) implements Dialect {
  @Override
  public String name() {
    return isMySql ? "mysql" : "mariadb";
  }

  /**
   * Sets options of the drivers, as documented for <a
   * href="https://mariadb.com/docs/connectors/mariadb-connector-j/about-mariadb-connector-j">
   * MariaDB's driver</a>. MySQL's driver has the relevant options under the same names. By default,
   * neither driver prepares statements on the server.
   */
  @Override
  public void configure(Properties properties, ConnectionForm form) {
    properties.setProperty("connectTimeout", String.valueOf(form.timeout().toMillis()));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty(
        "sslMode",
        switch (form.encryption()) {
          case OFF -> "disable";
          case REQUIRE -> "trust";
          case VERIFY -> "verify-full";
        });
    form.authorities().ifPresent(file -> properties.setProperty("serverSslCert", file.toString()));
    switch (form.preparing()) {
      case SERVER -> properties.setProperty("useServerPrepStmts", "true");
      case NEVER -> properties.setProperty("useServerPrepStmts", "false");
      case DRIVER -> {}
    }
  }

  @Override
  public String quoted(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }

  @Override
  public String keyType(KeyForm form) {
    return switch (form) {
      case TEXT -> "varchar(255) character set utf8mb4 collate utf8mb4_bin";
      case NUMBER -> "bigint";
      case BYTES -> "varbinary(255)";
    };
  }

  @Override
  public String fieldType() {
    return "longblob";
  }

  @Override
  public String upsert(Table table, int rows) {
    return table.insert(rows)
        + " on duplicate key update "
        + table.payload().stream()
            .map(column -> column + " = values(" + column + ")")
            .collect(Collectors.joining(", "));
  }

  @Override
  public int maxParameters() {
    return 65_535;
  }

  @Override
  public String estimate(Table table) {
    return "select table_rows from information_schema.tables where table_schema = database() and"
        + " table_name = '"
        + table.name().replace("`", "").replace("'", "''")
        + "'";
  }

  @Override
  public String analyze(Table table) {
    return "analyze table " + table.name();
  }

  @Override
  public Map<String, String> maintenance(Table table) {
    return Map.of("analyze", analyze(table), "optimize", "optimize table " + table.name());
  }

  @Override
  public String dropIndex(Table table, String name) {
    return "drop index " + name + " on " + table.name();
  }

  /**
   * Returns the statement for the timeout. MySQL cancels only read-only queries, and the setting
   * has another name.
   */
  @Override
  public @Nullable String statementTimeout(Duration timeout) {
    return isMySql
        ? "set max_execution_time = " + timeout.toMillis()
        : "set max_statement_time = "
            + BigDecimal.valueOf(timeout.toMillis(), 3).stripTrailingZeros().toPlainString();
  }

  /**
   * Sends {@code start transaction}. Switching autocommit off and on would take two more requests.
   */
  @Override
  public void begin(Connection connection) throws SQLException {
    execute(connection, "start transaction");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    execute(connection, "commit");
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    execute(connection, "rollback");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      var _ = statement.execute(sql);
    }
  }

  @Override
  public String settingsQuery() {
    return "show global variables where variable_name in ('innodb_buffer_pool_size',"
        + " 'innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'max_connections',"
        + " 'innodb_doublewrite', 'innodb_log_file_size')";
  }

  @Override
  public List<String> telemetryQueries() {
    return List.of(
        "show global status where variable_name in ("
            + telemetryNames().keySet().stream()
                .sorted()
                .map(name -> "'" + name + "'")
                .collect(Collectors.joining(", "))
            + ")");
  }

  @Override
  public Map<String, String> telemetryNames() {
    return Map.ofEntries(
        Map.entry("threads_connected", "connections"),
        Map.entry("threads_running", "active_connections"),
        Map.entry("questions", "statements_total"),
        Map.entry("com_commit", "commits_total"),
        Map.entry("com_rollback", "rollbacks_total"),
        Map.entry("bytes_received", "received_bytes_total"),
        Map.entry("bytes_sent", "sent_bytes_total"),
        Map.entry("innodb_rows_read", "rows_fetched_total"),
        Map.entry("innodb_rows_inserted", "rows_inserted_total"),
        Map.entry("innodb_rows_updated", "rows_updated_total"),
        Map.entry("innodb_rows_deleted", "rows_deleted_total"),
        Map.entry("innodb_buffer_pool_reads", "blocks_read_total"),
        Map.entry("innodb_buffer_pool_read_requests", "blocks_hit_total"),
        Map.entry("innodb_row_lock_waits", "lock_waits_total"),
        Map.entry("innodb_row_lock_current_waits", "waiting_for_locks_connections"),
        Map.entry("innodb_deadlocks", "deadlocks_total"),
        Map.entry("innodb_os_log_written", "wal_bytes_total"),
        Map.entry("innodb_data_fsyncs", "syncs_total"));
  }
}
