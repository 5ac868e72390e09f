package org.plimsoll.driver.jdbc;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.OperationType;

/**
 * PostgreSQL with a connection pool, polling sessions, binary keys, several fields, updates that
 * are upserts, and JDBC batches.
 */
class PostgresPoolTest extends PostgresTest {
  @Override
  protected Map<String, String> settings() {
    return with(
        super.settings(),
        "connections",
        "4",
        "pool-timeout",
        "250ms",
        "busy-poll",
        "true",
        "key-type",
        "bytes",
        "table",
        "public.in_bytes",
        "index-values",
        "7",
        "update",
        "upsert",
        "bulk",
        "batch");
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "champ-é", "field\"2");
  }

  @Override
  protected OperationType writing() {
    return OperationType.UPDATE;
  }

  @Override
  protected int hugeValueBytes() {
    return 3_000_000;
  }

  @Override
  protected Map<String, String> ownTableSettings() {
    return super.settings();
  }
}
