package org.plimsoll.driver.jdbc;

import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The SQL dialect of SQLite, whose database is a file. */
record SqliteDialect() implements Dialect {
  private static final String BUSY_MILLIS = "10000";

  @Override
  public String name() {
    return "sqlite";
  }

  /**
   * Sets <a href="https://www.sqlite.org/pragma.html">pragmas</a>. A write-ahead log is used, so
   * that reads do not wait for the writer. Transactions take the writer's lock when they start, so
   * that they never fail halfway.
   */
  @Override
  public void configure(Properties properties, ConnectionForm form) {
    new AnsiDialect().configure(properties, form);
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "NORMAL");
    properties.setProperty("busy_timeout", BUSY_MILLIS);
    properties.setProperty("transaction_mode", "IMMEDIATE");
  }

  @Override
  public String keyType(KeyForm form) {
    return switch (form) {
      case TEXT -> "text";
      // This is the number of the row itself, which needs no additional index.
      case NUMBER -> "integer";
      case BYTES -> "blob";
    };
  }

  @Override
  public String fieldType() {
    return "blob";
  }

  @Override
  public String upsert(Table table, int rows) {
    return new PostgresDialect().upsert(table, rows);
  }

  /** Returns an empty clause, because a transaction already has the writer's lock. */
  @Override
  public String forUpdate() {
    return "";
  }

  @Override
  public String truncate(Table table) {
    return "delete from " + table.name();
  }

  @Override
  public String analyze(Table table) {
    return "analyze " + table.name();
  }

  @Override
  public Map<String, String> maintenance(Table table) {
    return Map.of("analyze", analyze(table), "checkpoint", "pragma wal_checkpoint(truncate)");
  }

  @Override
  public String settingsQuery() {
    return "select 'journal_mode', journal_mode from pragma_journal_mode"
        + " union all select 'synchronous', synchronous from pragma_synchronous"
        + " union all select 'page_size', page_size from pragma_page_size"
        + " union all select 'cache_size', cache_size from pragma_cache_size"
        + " union all select 'durability', case when synchronous >= 2"
        + " then 'disk: synced before a write ends'"
        + " else 'page-cache: lost if the machine crashes' end from pragma_synchronous";
  }

  @Override
  public List<String> telemetryQueries() {
    return List.of(
        "select page_count * page_size as file_bytes, freelist_count * page_size as free_bytes"
            + " from pragma_page_count, pragma_page_size, pragma_freelist_count");
  }

  @Override
  public Map<String, String> telemetryNames() {
    return Map.of("file_bytes", "file_bytes", "free_bytes", "free_bytes");
  }
}
