package org.plimsoll.driver.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;
import org.plimsoll.testkit.ZooKeeperServer;

/** Three servers, of which the leader is killed. */
class ZooKeeperEnsembleTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static Status write(Session session) {
    Ending ending = new Ending();
    session.execute(TestOperation.on(OperationType.UPDATE, 1, "value"), ending);
    return ending.outcome().status();
  }

  @Test
  void anotherServerLeadsAfterTheLeaderWasKilledAndOperationsContinue() throws Exception {
    List<RealServer> servers = ZooKeeperServer.startEnsemble(SharedZooKeeper.ROOT, folder, 3);
    String address = servers.stream().map(RealServer::address).collect(Collectors.joining(","));
    try (TestTarget target =
            new TestTarget(new ZooKeeperDriver(), address, Map.of(), List.of("field0"));
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        assertThat(write(session)).isEqualTo(Status.SUCCEEDED);
        Map<String, String> facts = client.facts();
        assertThat(facts).containsEntry("servers", "3");
        assertThat(facts.values()).contains("leader", "follower");
        assertThat(client.telemetry().keySet())
            .contains("nodes", "nodes{node=\"" + servers.getFirst().address() + "\"}")
            .contains("synced_followers");
        RealServer leader =
            servers.stream()
                .filter(each -> "leader".equals(facts.get("server " + each.address())))
                .findFirst()
                .orElseThrow();

        leader.kill();
        await()
            .pollInSameThread()
            .atMost(PATIENCE)
            .untilAsserted(() -> {
              client.telemetry();
              assertThat(target.events())
                  .contains("server " + leader.address() + " is unreachable")
                  .anyMatch(event -> event.endsWith(" is leader"));
            });
        await().pollInSameThread().atMost(PATIENCE).until(() -> write(session) == Status.SUCCEEDED);
      }
    } finally {
      servers.forEach(RealServer::close);
    }
  }
}
