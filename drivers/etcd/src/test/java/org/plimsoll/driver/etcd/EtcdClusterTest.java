package org.plimsoll.driver.etcd;

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
import org.plimsoll.testkit.EtcdServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Three members, of which the leader is killed and comes back. */
class EtcdClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private static Status write(Session session) {
    Ending ending = new Ending();
    session.execute(TestOperation.on(OperationType.UPDATE, 1, "value"), ending);
    return ending.outcome().status();
  }

  /** A leader that a busy machine delays for half a second loses its place, and fails writes. */
  private static void awaitWritten(Session session) {
    await().pollInSameThread().atMost(PATIENCE).until(() -> write(session) == Status.SUCCEEDED);
  }

  @Test
  void anotherMemberLeadsAfterTheLeaderWasKilledAndOperationsContinue() throws Exception {
    List<RealServer> servers = EtcdServer.startCluster(folder, 3);
    String address = servers.stream().map(RealServer::address).collect(Collectors.joining(","));
    try (TestTarget target =
            new TestTarget(
                new EtcdDriver(), address, Map.of("connections", "1"), List.of("field0"));
        Client client = target.open();
        Session session = client.openSession()) {
      awaitWritten(session);
      assertThat(client.facts()).containsEntry("members", "3");
      assertThat(client.telemetry().keySet())
          .contains("database_bytes")
          .contains("database_bytes{node=\"" + servers.get(2).address() + "\"}");
      String leads =
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(
                  () -> String.valueOf(client.facts().get("leader")),
                  name -> name.startsWith("member")); // There is none during an election.
      RealServer leader =
          servers.stream()
              .filter(each -> leads.endsWith("" + each.port()))
              .findFirst()
              .orElseThrow();

      leader.kill();
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> {
            client.telemetry();
            assertThat(target.events()).anyMatch(event -> event.startsWith("the leader is member"));
          });
      awaitWritten(session);

      leader.start();
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            for (int i = 0; i < 9; i++) { // whichever member it is sent to
              assertThat(write(session)).isEqualTo(Status.SUCCEEDED);
            }
          });
    } finally {
      servers.forEach(RealServer::close);
    }
  }

  /** Without the others, a member cannot know whether its value is the newest. */
  @Test
  void readsChangeLiveToSerializableWhichNeedNoOtherMember() throws Exception {
    List<RealServer> servers = EtcdServer.startCluster(folder, 3);
    EtcdDriver driver = new EtcdDriver();
    try (TestTarget target =
            new TestTarget(driver, servers.getFirst().address(), Map.of(), List.of("field0"));
        Client client = target.open();
        Session session = client.openSession()) {
      awaitWritten(session);
      servers.get(1).kill();
      servers.get(2).kill();
      Ending linearizable = new Ending();
      session.execute(TestOperation.on(OperationType.READ, 1), linearizable);
      client.settingsChanged(TestTarget.values(driver, Map.of("reads", "serializable")));
      Ending serializable = new Ending();
      session.execute(TestOperation.on(OperationType.READ, 1), serializable);
      assertThat(serializable.outcome().status()).isEqualTo(Status.SUCCEEDED);
      assertThat(linearizable.outcome().status()).isEqualTo(Status.FAILED);
      assertThat(linearizable.outcome().failureCode()).isIn("timeout", "no-leader");
      assertThat(linearizable.message()).startsWith("etcdserver: ");
    } finally {
      servers.forEach(RealServer::close);
    }
  }
}
