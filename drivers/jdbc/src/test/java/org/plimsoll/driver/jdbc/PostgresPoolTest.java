package org.plimsoll.driver.jdbc;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.plimsoll.api.OperationType;

/**
 * PostgreSQL with a connection pool, polling sessions, binary keys, several fields, updates that
 * are upserts, and JDBC batches.
 */
class PostgresPoolTest extends PostgresTest {
  private boolean killsTheServer;

  /**
   * While the server is down, each operation of this test waits for the pool until its timeout. In
   * all other tests, a busy machine may delay the connections that an operation waits for.
   */
  @BeforeEach
  void learnWhetherTheServerIsKilled(TestInfo test) {
    killsTheServer = test.getDisplayName().startsWith("operationsInFlightFailWhenAServerIsKilled");
  }

  @Override
  protected Map<String, String> settings() {
    return with(
        super.settings(),
        "connections",
        "4",
        "pool-timeout",
        killsTheServer ? "250ms" : "10s",
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
