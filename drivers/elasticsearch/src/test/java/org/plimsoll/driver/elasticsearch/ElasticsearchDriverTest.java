package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.ElasticsearchServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;

/** Tests the driver contract on Elasticsearch, and its differences from OpenSearch. */
@Tag("slow")
class ElasticsearchDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = ElasticsearchServer.start(SharedOpenSearch.ROOT, folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new ElasticsearchDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("refresh", "true");
  }

  @Test
  void factsAndTelemetryAreThoseOfElasticsearch() throws Exception {
    opened(client -> {
      assertThat(client.facts())
          .containsEntry("distribution", "elasticsearch")
          .containsEntry("version", "8.19.21")
          .containsEntry("nodes", "1");
      assertThat(client.telemetry())
          .containsKeys(
              "heap_used_bytes",
              "gc_seconds_total",
              "write_rejected_total",
              "search_rejected_total",
              "indexed_total",
              "queries_total",
              "segments");
    });
  }

  /** The build for tests has no delete by query, unlike the released distributions. */
  @Test
  void rolledIndexesAreCreatedReadCountedAndDropped() throws Exception {
    Map<String, String> settings =
        Map.of("roll", "daily", "refresh", "true", "schema", "temporary", "sniff", "1s");
    for (int round = 0; round < 2; round++) {
      opened(
          server.address() + "/rolled",
          settings,
          client -> {
            assertThat(client.count()).hasValue(0);
            TestKey key = key();
            try (Session session = client.openSession()) {
              var row = smallRow();
              execute(session, write(key, row)).outcome();
              assertHolds(session, key, row);
              var bulk =
                  TestOperation.bulk(OperationType.BULK_READ, List.of(key, key()), List.of());
              assertThat(execute(session, bulk).outcome().items()).isEqualTo(1);
              var scan = execute(session, TestOperation.scan(key, 10)).outcome();
              assertThat(scan.items()).isEqualTo(1);
              assertThat(client.count()).isEqualTo(OptionalLong.of(1));
            }
          });
    }
  }

  @Test
  void itHasTheOperationsOfOpenSearch() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(run(session, "upsert", key).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(run(session, "create", key).failureCode()).isEqualTo("conflict");
        assertThat(run(session, "search", key).items()).isPositive();
        for (String hook : List.of("refresh", "flush", "force-merge", "clear-cache")) {
          assertThat(client.hooks()).containsKey(hook);
          assertThat(client.runHook(hook)).contains("0 failed");
        }
        SnapshotHooks.test(client, server);
      }
    });
  }

  private org.plimsoll.api.Outcome run(Session session, String operation, TestKey key) {
    OperationType type =
        driver().operations().stream()
            .filter(each -> each.name().equals(operation))
            .findFirst()
            .orElseThrow();
    return execute(session, TestOperation.on(type, key, smallRow())).outcome();
  }
}
