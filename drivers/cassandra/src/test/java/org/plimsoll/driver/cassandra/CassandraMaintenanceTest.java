package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests the hooks, against what the server itself knows. */
@ExtendWith(SharedCassandra.class)
class CassandraMaintenanceTest {
  private interface Work {
    void with(Client client, Session session) throws Exception;
  }

  private static void opened(Map<String, String> settings, Work work) throws Exception {
    Map<String, String> all = new HashMap<>(SharedCassandra.CREDENTIALS);
    all.put("jmx-port", String.valueOf(SharedCassandra.jmxPort()));
    all.put("column-types", "text");
    all.putAll(settings);
    try (TestTarget context =
            new TestTarget(
                new CassandraDriver(),
                SharedCassandra.address() + "/kept",
                all,
                List.of("field0"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session);
      }
    }
  }

  private static Outcome run(Session session, OperationType type, long key) {
    Ending ending = new Ending();
    session.execute(
        type.row() ? TestOperation.on(type, key, "value") : TestOperation.on(type, key), ending);
    return ending.outcome();
  }

  @Test
  void nodesFlushCompactCleanUpRepairAndTakeSnapshots() throws Exception {
    opened(
        Map.of("table", "kept"),
        (client, session) -> {
          assertThat(client.hooks())
              .containsOnlyKeys(
                  "flush",
                  "compact",
                  "cleanup",
                  "repair",
                  "snapshot",
                  "drop-snapshot",
                  "add-column",
                  "drop-column",
                  "add-index",
                  "drop-index",
                  "cql");
          run(session, OperationType.INSERT, 1);
          assertThat(client.runHook("flush", "")).isEqualTo("flushed on 1 node");
          assertThat(client.telemetry().get("table_bytes")).isNotNull();
          run(session, OperationType.INSERT, 2);
          assertThat(client.runHook("flush")).isEqualTo("flushed on 1 node");
          assertThat(client.runHook("compact")).isEqualTo("compacted on 1 node");
          assertThat(client.runHook("cleanup")).isEqualTo("cleaned up on 1 node");
          assertThat(client.runHook("repair"))
              .isEqualTo("nothing to repair, with one replica, on 1 node");
          assertThat(client.runHook("snapshot", "before-7"))
              .isEqualTo("snapshot before-7 taken on 1 node");
          assertThatThrownBy(() -> client.runHook("snapshot", "before-7"))
              .hasMessageContaining("before-7")
              .hasMessageContaining("already exists");
          assertThat(client.runHook("drop-snapshot", "before-7"))
              .isEqualTo("snapshot before-7 deleted on 1 node");
          assertThat(client.runHook("snapshot")).isEqualTo("snapshot plimsoll taken on 1 node");
          assertThat(client.runHook("drop-snapshot")).startsWith("snapshot plimsoll deleted");
        });
  }

  @Test
  void theSchemaChangesWhileOperationsGoOn() throws Exception {
    opened(
        Map.of("table", "grows"),
        (client, session) -> {
          assertThat(client.runHook("add-column", "note text"))
              .isEqualTo("done: ALTER TABLE kept.grows ADD note text");
          assertThat(run(session, OperationType.INSERT, 1).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(client.runHook("add-index", "field0")).startsWith("done: CREATE INDEX");
          assertThat(run(session, OperationType.UPDATE, 1).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(client.runHook("drop-index", "field0")).startsWith("done: DROP INDEX");
          assertThat(client.runHook("drop-column", "note")).startsWith("done: ALTER TABLE");
          assertThat(client.runHook("cql", "alter table kept.grows with comment = 'x'"))
              .startsWith("done: alter");
          assertThat(run(session, OperationType.READ, 1).payloadBytes()).isEqualTo(5);
          assertThatThrownBy(() -> client.runHook("add-column", "note"))
              .hasMessage(
                  "add-column: must have a name and a type, such as note text in parentheses, was"
                      + " 'note'");
          assertThatThrownBy(() -> client.runHook("drop-column", "absent"))
              .hasMessageContaining("absent");
          assertThatThrownBy(() -> client.runHook("flush", "x"))
              .hasMessage("the hook flush takes no argument, was 'x'");
        });
  }

  @Test
  void aJmxPortThatIsWrongIsNamedWithTheSetting() throws Exception {
    opened(
        Map.of("table", "kept", "jmx-port", "1"),
        (client, _) ->
            assertThatThrownBy(() -> client.runHook("flush"))
                .hasMessageContaining("JMX cannot be reached at 127.0.0.1:1; set jmx-port"));
  }
}
