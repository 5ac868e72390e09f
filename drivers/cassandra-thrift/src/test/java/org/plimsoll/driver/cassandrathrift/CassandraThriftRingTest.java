package org.plimsoll.driver.cassandrathrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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
import org.plimsoll.testkit.CassandraRelease;
import org.plimsoll.testkit.CassandraServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Tests on three nodes of Cassandra 3.11 with three replicas, of which one node dies. */
@Tag("slow")
class CassandraThriftRingTest {
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
      nodes.add(
          CassandraServer.start(
              Path.of("../.."),
              Files.createDirectory(folder.resolve("node" + i)),
              new CassandraServer.Node(
                  CassandraRelease.THRIFT,
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

  @Test
  void aQuorumSurvivesTheLossOfANodeAndAllDoesNot() throws Exception {
    Map<String, String> settings =
        Map.of(
            "replication", "3",
            "write-consistency", "quorum",
            "read-consistency", "quorum",
            "load-balancing", "token-aware");
    String third = "node " + nodes.get(2).address();
    try (TestTarget context =
            new TestTarget(
                new CassandraThriftDriver(),
                nodes.getFirst().address() + "/ring",
                settings,
                List.of("field0"));
        Client client = context.open()) {
      client.create();
      assertThat(client.facts())
          .containsEntry("nodes", "3")
          .containsEntry("datacenters", "datacenter1 (rack1 3)");
      try (Session session = client.openSession()) {
        assertThat(all(session, OperationType.INSERT))
            .allMatch(outcome -> outcome.status() == Status.SUCCEEDED);
        nodes.get(2).server().kill();
        awaitAll(session, outcome -> outcome.status() == Status.SUCCEEDED);
        assertThat(context.events()).contains(third + " is down");
        assertThat(all(session, OperationType.READ))
            .allMatch(outcome -> outcome.payloadBytes() == 5);
        client.settingsChanged(
            TestTarget.values(new CassandraThriftDriver(), Map.of("write-consistency", "all")));
        awaitAll(session, outcome -> "unavailable".equals(outcome.failureCode()));
        nodes.get(2).server().start();
        await().atMost(PATIENCE).until(() -> context.events().contains(third + " is up"));
        awaitAll(session, outcome -> outcome.status() == Status.SUCCEEDED);
      }
    }
  }

  private static List<Outcome> all(Session session, OperationType type) {
    List<Outcome> outcomes = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      outcomes.add(
          OpenedTarget.run(
              session,
              type.row() ? TestOperation.on(type, key, "value") : TestOperation.on(type, key)));
    }
    return outcomes;
  }

  /** Waits for an outcome: the other nodes need some seconds to detect a dead node. */
  private static void awaitAll(Session session, Predicate<Outcome> wanted) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(all(session, OperationType.UPDATE)).allMatch(wanted));
  }
}
