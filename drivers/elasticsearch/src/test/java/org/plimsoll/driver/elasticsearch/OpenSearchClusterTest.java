package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.client.Node;
import org.plimsoll.api.Client;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.OpenSearchLocal;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests on two nodes that accept one write at a time and queue one more. */
class OpenSearchClusterTest {
  private static final int AT_ONCE = 24;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server =
        OpenSearchLocal.start(
            SharedOpenSearch.ROOT,
            folder,
            2,
            "node.processors=1",
            "thread_pool.write.size=1",
            "thread_pool.write.queue_size=1");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private interface Work {
    void with(Client client, TestTarget context) throws Exception;
  }

  private static void opened(Map<String, String> settings, Work work) throws Exception {
    try (TestTarget context =
            new TestTarget(
                new OpenSearchDriver(),
                server.address() + "/cluster",
                settings,
                List.of("field0"));
        Client client = context.open()) {
      client.create();
      work.with(client, context);
    }
  }

  /** Sends parallel operations, each in its own session, until the server refuses one. */
  private static Outcome refused(Client client, IntFunction<TestOperation> make) throws Exception {
    List<Session> sessions = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      sessions.add(client.openSession());
    }
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    int key = 0;
    while (System.nanoTime() < deadlineNanos) {
      List<Ending> endings = new ArrayList<>();
      for (Session session : sessions) {
        Ending ending = new Ending();
        session.execute(make.apply(key), ending);
        endings.add(ending);
        key += 100;
      }
      for (Ending ending : endings) {
        if (ending.outcome().status() == Status.FAILED) {
          return ending.outcome();
        }
      }
    }
    return Outcome.failed(FailureCode.own("nothing was refused"));
  }

  @Test
  void aWriteToAFullQueueIsRejected() throws Exception {
    opened(
        Map.of("schema", "temporary", "refresh", "true"),
        (client, _) -> {
          Outcome refused =
              refused(client, key -> TestOperation.on(OperationType.INSERT, key, "value"));
          assertThat(refused.failureCode()).isEqualTo("rejected");
          assertThat(refused.attempts()).isEqualTo(1);
          assertThat(client.telemetry().get("write_rejected_total")).isPositive();
        });
  }

  @Test
  void rejectedItemsFailTheirBulkAndAreCounted() throws Exception {
    opened(
        Map.of("schema", "temporary", "shards", "4"),
        (client, context) -> {
          Outcome refused =
              refused(
                  client, key -> TestOperation.bulk(OperationType.BULK_WRITE, key, 100, "value"));
          assertThat(refused.failureCode()).isEqualTo("rejected");
          assertThat(context.counts().get("rejected-items")).isPositive();
        });
  }

  @Test
  void nodesOfTheClusterAreDiscoveredAndAllAreUsed() throws Exception {
    opened(
        Map.of("schema", "temporary", "sniff", "50ms", "replicas", "1"),
        (client, _) -> {
          assertThat(client.facts()).containsEntry("nodes", "2").containsEntry("data-nodes", "2");
          try (Session session = client.openSession()) {
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .untilAsserted(() -> {
                  Ending ending = new Ending();
                  session.execute(TestOperation.on(OperationType.READ, 1), ending);
                  assertThat(ending.outcome().status()).isEqualTo(Status.NOT_FOUND);
                  assertThat(nodesWithConnections()).isEqualTo(2);
                });
          }
        });
  }

  private static long nodesWithConnections() throws Exception {
    var nodes = SharedOpenSearch.ask(server, "/_nodes/stats/http").path("nodes");
    return nodes
        .valueStream()
        .filter(node -> node.path("http").path("total_opened").asInt() > 0)
        .count();
  }

  @Test
  void nodesThatJoinAndLeaveAreReported() throws Exception {
    List<String> events = new ArrayList<>();
    AtomicReference<List<Node>> nodes = new AtomicReference<>(List.of(node("10.0.0.1")));
    NodeList list = new NodeList(nodes::get, new AtomicReference<>(), events::add);
    list.sniff();
    assertThat(events).isEmpty();
    nodes.set(List.of(node("10.0.0.1"), node("10.0.0.2")));
    assertThat(list.sniff()).hasSize(2);
    nodes.set(List.of(node("10.0.0.2")));
    list.sniff();
    assertThat(events).containsExactly("node 10.0.0.2:9200 joined", "node 10.0.0.1:9200 left");
  }

  private static Node node(String host) {
    return new Node(new HttpHost("http", host, 9200));
  }
}
