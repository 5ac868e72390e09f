package org.plimsoll.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestTarget;

/** Reads with a zone, from a master and a replica at different addresses. */
class RedisZonesTest {
  private static final int READS = 40;

  @TempDir Path folder;

  @Test
  void readsGoToTheServersOfTheZoneAndToOthersIfThereAreNone() throws Exception {
    try (RealServer master = RedisServers.start(Files.createDirectory(folder.resolve("far")));
        RealServer near =
            RedisServers.start(
                Files.createDirectory(folder.resolve("near")),
                "--bind",
                "127.0.0.1 127.0.0.2",
                "--replica-announce-ip",
                "127.0.0.2",
                "--replicaof",
                "127.0.0.1 " + master.port())) {
      RedisServers.awaitAnswer(near.port(), "INFO replication", "master_link_status:up");
      RedisServers.awaitAnswer(master.port(), "INFO replication", "state=online");
      read(master, "127.0.0.2/32");
      assertThat(RedisServers.calls(near.port(), "get")).isEqualTo(READS);
      read(master, "127.0.0.1/32");
      assertThat(RedisServers.calls(near.port(), "get")).isEqualTo(READS);
      assertThat(RedisServers.calls(master.port(), "get")).isEqualTo(READS);
      read(master, "10.9.8.0/24");
      assertThat(RedisServers.calls(near.port(), "get") + RedisServers.calls(master.port(), "get"))
          .isEqualTo(3 * READS);
    }
  }

  private static void read(RealServer master, String subnet) throws Exception {
    Map<String, String> settings = Map.of("read-from", "any", "local-subnets", subnet);
    try (TestTarget context =
            new TestTarget(new RedisDriver(), master.address(), settings, List.of("field0"));
        Client client = context.open();
        Session session = client.openSession()) {
      for (int key = 0; key < READS; key++) {
        Ending ending = new Ending();
        session.execute(TestOperation.on(OperationType.READ, key), ending);
        assertThat(ending.outcome().status()).isEqualTo(Status.NOT_FOUND);
      }
    }
  }

  @Test
  void aSubnetThatIsNoneIsRefused() {
    for (String wrong : List.of("zone-a", "10.0.0.0", "10.0.0.999/8")) {
      assertThatThrownBy(() -> TestTarget.values(new RedisDriver(), Map.of("local-subnets", wrong)))
          .as(wrong)
          .hasMessageContaining("must be subnets such as 10.0.1.0/24");
    }
  }
}
