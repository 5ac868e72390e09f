package org.plimsoll.driver.jdbc;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The SQL dialect of PostgreSQL. */
record PostgresDialect() implements Dialect {
  @Override
  public String name() {
    return "postgresql";
  }

  /**
   * Sets <a
   * href="https://jdbc.postgresql.org/documentation/use/#connection-parameters">parameters</a> of
   * pgjdbc. By default, pgjdbc prepares a statement on the server from its fifth execution onward.
   */
  @Override
  public void configure(Properties properties, ConnectionForm form) {
    String seconds = String.valueOf(form.timeout().plusMillis(999).toSeconds());
    properties.setProperty("connectTimeout", seconds);
    properties.setProperty("loginTimeout", seconds);
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("reWriteBatchedInserts", "true");
    properties.setProperty("ApplicationName", "plimsoll");
    properties.setProperty(
        "sslmode",
        switch (form.encryption()) {
          case OFF -> "disable";
          case REQUIRE -> "require";
          case VERIFY -> "verify-full";
        });
    form.authorities().ifPresent(file -> properties.setProperty("sslrootcert", file.toString()));
    switch (form.preparing()) {
      case SERVER -> properties.setProperty("prepareThreshold", "1");
      case NEVER -> properties.setProperty("prepareThreshold", "0");
      case DRIVER -> {}
    }
  }

  @Override
  public String keyType(KeyForm form) {
    return switch (form) {
      case TEXT -> "text collate \"C\"";
      case NUMBER -> "bigint";
      case BYTES -> "bytea";
    };
  }

  @Override
  public String fieldType() {
    return "bytea";
  }

  @Override
  public String upsert(Table table, int rows) {
    return table.insert(rows)
        + " on conflict ("
        + table.key()
        + ") do update set "
        + table.payload().stream()
            .map(column -> column + " = excluded." + column)
            .collect(Collectors.joining(", "));
  }

  @Override
  public boolean cursorsNeedTransaction() {
    return true;
  }

  @Override
  public String arrayType(KeyForm form) {
    return switch (form) {
      case TEXT -> "text";
      case NUMBER -> "int8";
      case BYTES -> "bytea";
    };
  }

  @Override
  public int maxParameters() {
    return 65_535; // The protocol has a 16-bit field for the number.
  }

  @Override
  public String estimate(Table table) {
    return "select reltuples::bigint from pg_class where oid = to_regclass('"
        + table.name().replace("'", "''")
        + "')";
  }

  @Override
  public String analyze(Table table) {
    return "vacuum (analyze) " + table.name();
  }

  /**
   * Returns the maintenance statements. A checkpoint requires a superuser, or the role
   * pg_checkpoint.
   */
  @Override
  public Map<String, String> maintenance(Table table) {
    Map<String, String> statements = new LinkedHashMap<>();
    statements.put("analyze", analyze(table));
    statements.put("vacuum", "vacuum " + table.name());
    statements.put("vacuum-full", "vacuum (full) " + table.name());
    statements.put("checkpoint", "checkpoint");
    return statements;
  }

  /**
   * Returns a statement that creates the index without blocking writes. It takes two scans of the
   * table.
   */
  @Override
  public String createIndex(Table table, String name, String column, int length) {
    String what = length == 0 ? column : "substring(" + column + " from 1 for " + length + ")";
    return "create index concurrently %s on %s ((%s))".formatted(name, table.name(), what);
  }

  @Override
  public String dropIndex(Table table, String name) {
    int dot = table.name().lastIndexOf("\".\"");
    return "drop index concurrently " + (dot < 0 ? "" : table.name().substring(0, dot + 2)) + name;
  }

  @Override
  public String statementTimeout(Duration timeout) {
    return "set statement_timeout = " + timeout.toMillis();
  }

  @Override
  public String settingsQuery() {
    return "select name, concat(setting, ' ' || unit) from pg_settings where name in"
        + " ('shared_buffers', 'fsync', 'synchronous_commit', 'max_connections', 'wal_level',"
        + " 'max_wal_size', 'effective_cache_size', 'full_page_writes') order by name";
  }

  @Override
  public List<String> telemetryQueries() {
    return List.of(
        "select numbackends, xact_commit, xact_rollback, blks_read, blks_hit, tup_returned,"
            + " tup_fetched, tup_inserted, tup_updated, tup_deleted, deadlocks, temp_bytes,"
            + " xact_commit + xact_rollback as transactions, active_time / 1000 as active_seconds"
            + " from pg_stat_database where datname = current_database()",
        "select count(*) filter (where state = 'active') as active,"
            + " count(*) filter (where state = 'idle in transaction') as idle_in_transaction,"
            + " count(*) filter (where wait_event_type = 'Lock') as waiting_for_locks"
            + " from pg_stat_activity where backend_type = 'client backend'"
            + " and pid <> pg_backend_pid()",
        "select wal_records, wal_bytes from pg_stat_wal");
  }

  @Override
  public Map<String, String> telemetryNames() {
    return Map.ofEntries(
        Map.entry("numbackends", "connections"),
        Map.entry("xact_commit", "commits_total"),
        Map.entry("xact_rollback", "rollbacks_total"),
        Map.entry("blks_read", "blocks_read_total"),
        Map.entry("blks_hit", "blocks_hit_total"),
        Map.entry("tup_returned", "rows_scanned_total"),
        Map.entry("tup_fetched", "rows_fetched_total"),
        Map.entry("tup_inserted", "rows_inserted_total"),
        Map.entry("tup_updated", "rows_updated_total"),
        Map.entry("tup_deleted", "rows_deleted_total"),
        Map.entry("deadlocks", "deadlocks_total"),
        Map.entry("transactions", "transactions_total"),
        Map.entry("active_seconds", "transactions_seconds_sum"),
        Map.entry("temp_bytes", "temporary_bytes_total"),
        Map.entry("active", "active_connections"),
        Map.entry("idle_in_transaction", "idle_in_transaction_connections"),
        Map.entry("waiting_for_locks", "waiting_for_locks_connections"),
        Map.entry("wal_records", "wal_records_total"),
        Map.entry("wal_bytes", "wal_bytes_total"));
  }
}
