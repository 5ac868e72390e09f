package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests on three nodes with replication factor 3. */
@Tag("slow")
class CassandraRingTest {
  private static final List<String> TOKENS =
      List.of("-9223372036854775808", "-3074457345618258603", "3074457345618258602");
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int KEYS = 60;

  @TempDir static Path folder;
  private static final List<CassandraServer> nodes = new ArrayList<>();

  /** Starts the nodes one after the other: nodes that start together do not find each other. */
  @BeforeAll
  static void startRing() throws Exception {
    CassandraServer.Ports ports = CassandraServer.Ports.free();
    for (int i = 0; i < TOKENS.size(); i++) {
      Path own = Files.createDirectory(folder.resolve("node" + i));
      nodes.add(
          CassandraServer.start(
              Path.of("../.."),
              own,
              new CassandraServer.Node(
                  "127.0.0." + (i + 1),
                  "127.0.0.1",
                  "300m",
                  ports,
                  List.of("initial_token: " + TOKENS.get(i), "auto_bootstrap: false"),
                  List.of(
                      "cassandra.consistent.rangemovement=false",
                      "cassandra.ring_delay_ms=2000"))));
    }
  }

  @AfterAll
  static void stopRing() {
    nodes.forEach(CassandraServer::close);
  }

  private interface Work {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  private static void opened(Map<String, String> settings, Work work) throws Exception {
    try (TestTarget context =
            new TestTarget(
                new CassandraDriver(),
                nodes.getFirst().address() + "/ring",
                settings,
                List.of("field0"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  private static List<Outcome> all(Session session, OperationType type) {
    List<Ending> endings = new ArrayList<>();
    for (int key = 0; key < KEYS; key++) {
      Ending ending = new Ending();
      endings.add(ending);
      session.execute(
          type.row() ? TestOperation.on(type, key, "value") : TestOperation.on(type, key), ending);
    }
    return endings.stream().map(Ending::outcome).toList();
  }

  private static void awaitEvent(TestTarget context, String text) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(context.events()).contains(text));
  }

  @Test
  void quorumSurvivesTheLossOfANodeAndAllDoesNot() throws Exception {
    Map<String, String> quorum =
        Map.of("replication", "3", "write-consistency", "quorum", "read-consistency", "quorum");
    String third = "node " + nodes.get(2).address();
    opened(
        quorum,
        (client, session, context) -> {
          assertThat(client.facts())
              .containsEntry("nodes", "3")
              .containsEntry("datacenters", "datacenter1 (rack1 3)");
          assertThat(all(session, OperationType.INSERT))
              .allMatch(o -> o.status() == Status.SUCCEEDED);
          nodes.get(2).server().kill();
          awaitEvent(context, third + " is down");
          await(session, o -> o.status() == Status.SUCCEEDED);
          assertThat(all(session, OperationType.READ))
              .allMatch(o -> o.status() == Status.SUCCEEDED && o.payloadBytes() == 5);
          client.settingsChanged(
              TestTarget.values(new CassandraDriver(), Map.of("write-consistency", "all")));
          await(session, o -> "unavailable".equals(o.failureCode()));
          nodes.get(2).server().start();
          awaitEvent(context, third + " is up");
        });
  }

  /** Waits for an outcome: the other nodes need some seconds to detect a dead node. */
  private static void await(Session session, Predicate<Outcome> wanted) {
    Awaitility.await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(all(session, OperationType.UPDATE)).allMatch(wanted));
  }

  @Test
  void aSpeculativeRequestOvertakesAFrozenNodeAndIsCounted() throws Exception {
    Map<String, String> speculative =
        Map.of("replication", "3", "speculative-delay", "100ms", "speculative-executions", "2");
    opened(
        speculative,
        (_, session, _) -> {
          assertThat(all(session, OperationType.INSERT))
              .allMatch(o -> o.status() == Status.SUCCEEDED);
          nodes.get(1).server().freeze();
          try {
            List<Outcome> reads = all(session, OperationType.READ);
            assertThat(reads).allMatch(o -> o.status() == Status.SUCCEEDED);
            assertThat(reads).anyMatch(o -> o.attempts() > 1);
          } finally {
            nodes.get(1).server().thaw();
          }
        });
  }
}
