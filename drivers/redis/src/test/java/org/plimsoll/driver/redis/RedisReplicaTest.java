package org.plimsoll.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.LettuceWarnings;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.TestOperation;

/** Reads from a real replica. */
class RedisReplicaTest {
  @TempDir static Path folder;
  static RealServer master;
  static RealServer replica;

  @BeforeAll
  static void startServers() throws Exception {
    master = RedisServers.start(Files.createDirectory(folder.resolve("master")));
    replica =
        RedisServers.start(
            Files.createDirectory(folder.resolve("replica")),
            "--replicaof",
            "127.0.0.1 " + master.port());
    RedisServers.awaitAnswer(replica.port(), "INFO replication", "master_link_status:up");
    RedisServers.awaitAnswer(master.port(), "INFO replication", "state=online");
  }

  @AfterAll
  static void stopServers() {
    master.close();
    replica.close();
  }

  @Test
  void readsGoToTheReplicaAndWritesToTheMaster() throws Exception {
    try (LettuceWarnings warnings = LettuceWarnings.record()) {
      new Opener()
          .run(client -> {
            try (var session = client.openSession()) {
              for (int i = 0; i < 20; i++) {
                var ending = new org.plimsoll.testkit.Ending();
                session.execute(
                    TestOperation.on(OperationType.READ, TestOperation.TestKey.of(i)), ending);
                ending.outcome();
              }
            }
          });
      assertThat(warnings.texts()).isEmpty();
    }
    String calls = "cmdstat_get:calls=20,";
    assertThat(RedisServers.ask(replica.port(), "INFO commandstats")).contains(calls);
    assertThat(RedisServers.ask(master.port(), "INFO commandstats")).doesNotContain("cmdstat_get:");
  }

  /** Opens the driver as the contract does. */
  private static final class Opener extends DriverUnderTest {
    void run(Work work) throws Exception {
      opened(master.address(), Map.of("read-from", "replica"), work);
    }

    @Override
    protected Driver driver() {
      return new RedisDriver();
    }

    @Override
    protected String address() {
      return master.address();
    }
  }
}
