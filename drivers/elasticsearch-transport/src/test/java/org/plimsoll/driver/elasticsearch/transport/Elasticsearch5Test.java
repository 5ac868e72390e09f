package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.OldElasticsearch;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/** Tests each operation, sniffing, schema and telemetry on Elasticsearch 5.6. */
class Elasticsearch5Test {
  private static final Path POM = Path.of("src/test/servers/elasticsearch-5/pom.xml");

  @TempDir static Path folder;
  static OldElasticsearch elasticsearch;

  @BeforeAll
  static void startServer() throws Exception {
    elasticsearch = OldElasticsearch.start(POM, folder);
  }

  @AfterAll
  static void stopServer() {
    elasticsearch.close();
  }

  private static void inIndex(String name, Map<String, String> settings, TransportIndex.Work work)
      throws Exception {
    TransportIndex.at(elasticsearch.server().address() + "/" + name, settings, work);
  }

  @Test
  void rowsAreWrittenReadSearchedAndDeleted() throws Exception {
    inIndex(
        "rows",
        Map.of("refresh", "true", "sniff", "1s", "shards", "2", "groups", "4"),
        (client, session, _) -> {
          for (int key = 0; key < 8; key++) {
            assertThat(TransportIndex.run(session, "insert", key, "one", "two").status())
                .isEqualTo(Status.SUCCEEDED);
          }
          assertThat(TransportIndex.run(session, "create", 1, "x", "y").failureCode())
              .isEqualTo("conflict");
          assertThat(TransportIndex.run(session, "upsert", 8, "one", "two").status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(TransportIndex.run(session, "read", 8).payloadBytes()).isEqualTo(6);
          assertThat(TransportIndex.run(session, "read", 9).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(TransportIndex.run(session, "search", 1).items()).isEqualTo(2);
          Outcome scan = TransportIndex.run(session, TestOperation.scan(TestKey.of(3), 4));
          assertThat(scan.items()).isEqualTo(4);
          TestRow some = TestRow.partial(List.of("field0"), List.of(new byte[] {1, 2}));
          var update = TestOperation.on(OperationType.UPDATE, TestKey.of(2), some);
          assertThat(TransportIndex.run(session, update).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(TransportIndex.run(session, "read", 2).payloadBytes()).isEqualTo(5);
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 20, 5, "a", "b");
          assertThat(TransportIndex.run(session, bulk).items()).isEqualTo(5);
          var reads = TestOperation.bulk(OperationType.BULK_READ, 18, 5);
          assertThat(TransportIndex.run(session, reads).items()).isEqualTo(3);
          assertThat(TransportIndex.run(session, "delete", 8).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(TransportIndex.run(session, "delete", 8).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(client.count()).hasValue(13);
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void factsTelemetryAndHooksAreThoseOfTheServer() throws Exception {
    inIndex(
        "facts",
        Map.of("shards", "2"),
        (client, session, _) -> {
          assertThat(client.facts())
              .containsEntry("version", "5.6.16")
              .containsEntry("connected", elasticsearch.server().address())
              .containsEntry("nodes", "1")
              .containsEntry("primary-shards", "2");
          Map<String, Double> before = client.telemetry();
          TransportIndex.run(session, "insert", 1, "a", "b");
          Map<String, Double> after = client.telemetry();
          assertThat(after)
              .containsEntry("indexed_total", before.getOrDefault("indexed_total", 0.0) + 1);
          assertThat(after)
              .containsKeys("bulk_queue", "index_rejected_total", "heap_used_bytes", "segments");
          for (String hook : client.hooks().keySet()) {
            assertThat(client.runHook(hook)).isEqualTo("2 of 2 shards, 0 failed");
          }
        });
  }

  @Test
  void aDeletedIndexHasTheSameFailureCode() throws Exception {
    inIndex(
        "gone",
        Map.of(),
        (_, session, _) -> {
          inIndex("gone", Map.of(), (_, _, _) -> {});
          assertThat(TransportIndex.run(session, "read", 1).failureCode()).isEqualTo("no-index");
          assertThat(TransportIndex.run(session, "search", 1).failureCode()).isEqualTo("no-index");
        });
  }
}
