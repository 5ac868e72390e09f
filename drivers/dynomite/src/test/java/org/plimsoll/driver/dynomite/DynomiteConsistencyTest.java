package org.plimsoll.driver.dynomite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.DynomiteNode;
import org.plimsoll.testkit.DynomiteServer;
import org.plimsoll.testkit.DynomiteServers;

/** The consistency of nodes that were not there, or were others, when the target was opened. */
class DynomiteConsistencyTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int RESTARTS = 10;

  @TempDir static Path folder;
  static DynomiteServers ring;

  @BeforeAll
  static void startRing() throws Exception {
    ring = DynomiteServers.start(folder, "dc1/rack1/1000000000", "dc1/rack2/1000000000");
  }

  @AfterAll
  static void stopRing() {
    ring.close();
  }

  @Override
  protected Driver driver() {
    return new DynomiteDriver();
  }

  @Override
  protected String address() {
    return ring.address(0);
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("admin-port", String.valueOf(ring.adminPort()), "read-consistency", "dc-quorum");
  }

  private void writeOne(Session session) {
    assertThat(execute(session, write(key(), smallRow())).outcome().status())
        .isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void aNodeThatJoinsTheRingGetsTheConsistency() throws Exception {
    DynomiteNode joining =
        new DynomiteNode(
            "127.0.0.9",
            ring.clientPort(),
            ring.adminPort(),
            ring.redis(0).port(),
            "dc1",
            "rack1",
            3_000_000_000L);
    List<DynomiteNode> all = new ArrayList<>();
    ring.nodes().forEach(server -> all.add(server.node()));
    all.add(joining);
    opened(client -> {
      try (Session session = client.openSession();
          DynomiteServer joined = new DynomiteServer(all, joining)) {
        writeOne(session);
        joined.start();
        client.nodesChanged(List.of(DiscoveredNode.of(joining.host(), ring.clientPort())), 1);
        await().atMost(PATIENCE).until(() -> joined.reads().equals("DC_QUORUM"));
      }
    });
  }

  /** Some of the restarts end before the driver looks at its connections again. */
  @Test
  void aNodeThatRestartsQuicklyGetsTheConsistencyAgain() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        writeOne(session);
        DynomiteServer restarting = ring.nodes().get(0);
        assertThat(restarting.reads()).isEqualTo("DC_QUORUM");
        for (int i = 0; i < RESTARTS; i++) {
          restarting.close();
          restarting.start(); // with the default, DC_ONE
          await().atMost(PATIENCE).until(() -> restarting.reads().equals("DC_QUORUM"));
        }
      }
    });
  }
}
