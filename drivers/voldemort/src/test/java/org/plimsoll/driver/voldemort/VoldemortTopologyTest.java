package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;
import org.plimsoll.testkit.VoldemortServers;
import org.plimsoll.testkit.VoldemortServers.Store;

/** A cluster of three nodes, of which one leaves. */
class VoldemortTopologyTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static List<RealServer> servers;

  @BeforeAll
  static void startServers() throws Exception {
    servers = VoldemortServers.start(folder, List.of(0, 0, 0), Store.of("users", 1, 1, 1));
  }

  @AfterAll
  static void stopServers() {
    servers.forEach(RealServer::close);
  }

  @Override
  protected Driver driver() {
    return new VoldemortDriver();
  }

  @Override
  protected String address() {
    return servers.getFirst().address() + "/users";
  }

  @Test
  void connectionsToANodeThatHasLeftTheClusterAreClosed() throws Exception {
    Path file = folder.resolve("cluster.xml");
    RealServer leaving = servers.getLast();
    try (FaultProxy proxy = FaultProxy.to(leaving.port())) {
      String seen =
          Files.readString(file)
              .replace(
                  "<socket-port>" + leaving.port(),
                  "<socket-port>" + proxy.address().replaceFirst(".*:", ""));
      describe(file, seen);
      try (TestTarget target = new TestTarget(driver(), address(), Map.of(), fieldNames());
          Client client = target.open();
          Session session = client.openSession()) {
        List<TestKey> keys = Stream.generate(this::key).limit(30).toList();
        for (TestKey key : keys) {
          assertThat(execute(session, write(key, smallRow())).outcome().status())
              .isEqualTo(Status.SUCCEEDED);
        }
        assertThat(proxy.socketsOpen()).isPositive();

        // The first two exchange their partitions, so that one answers that a key is not on it.
        String last =
            seen.substring(
                seen.lastIndexOf("<server>"), seen.lastIndexOf("</server>") + "</server>".length());
        describe(
            file,
            seen.replace(last, "")
                .replace(">0, 1, 2, 3<", ">first<")
                .replace(">4, 5, 6, 7<", ">0, 1, 2, 3<")
                .replace(">first<", ">4, 5, 6, 7, 8, 9, 10, 11<"));
        await()
            .atMost(PATIENCE)
            .until(() -> {
              keys.forEach(
                  key -> execute(session, TestOperation.on(OperationType.READ, key)).outcome());
              return target.events().contains("topology read again: 2 nodes");
            });
        await().atMost(PATIENCE).until(() -> proxy.socketsOpen() == 0);
        for (TestKey key : keys) {
          assertThat(execute(session, write(key, smallRow())).outcome().status())
              .isEqualTo(Status.SUCCEEDED);
        }
      }
    }
  }

  /** Lets the first two servers read another description; the last one keeps its own. */
  private static void describe(Path file, String xml) throws IOException {
    Files.writeString(file, xml);
    for (RealServer server : servers.subList(0, 2)) {
      server.kill();
      server.start();
    }
  }
}
