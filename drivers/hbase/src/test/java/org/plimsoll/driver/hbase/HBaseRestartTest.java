package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation.TestKey;

/** A cluster that is killed with its ZooKeeper, and a killed region server; both are restarted. */
@Tag("slow")
@ExtendWith(SharedHBase.class)
class HBaseRestartTest extends InTable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Set<String> OF_A_KILLED_SERVER =
      Set.of("connection-lost", "connection-refused", "not-connected", "unavailable");

  /** The hosts of the target are ZooKeeper, which is down at the same time. */
  @Test
  void operationsFailWhileTheClusterIsDownAndItsRestartIsAnEvent() throws Exception {
    inTable(
        "restarted",
        Map.of("schema", "create"),
        (client, session, context) -> {
          run(session, OperationType.INSERT, key(), "ab", "c");
          SharedHBase.server().server().kill();
          try {
            for (int i = 0; i < 3; i++) {
              assertThat(run(session, OperationType.INSERT, key(), "ab", "c").failureCode())
                  .isIn("connection-lost", "connection-refused", "not-connected");
            }
          } finally {
            SharedHBase.server().server().start();
          }
          awaitWrites(client);
          await()
              .atMost(PATIENCE)
              .ignoreExceptions()
              .until(() -> {
                client.telemetry();
                return context.events().stream().anyMatch(each -> each.endsWith(" joined"));
              });
          assertThat(context.events()).anyMatch(each -> each.endsWith(" left"));
        });
  }

  /** The master moves its regions when it returns, or when its session of ZooKeeper has expired. */
  @Test
  void operationsOnAKilledRegionServerFailWithCodesAndSucceedAfterItHasReturned(
      @TempDir Path folder) throws Exception {
    RealServer second = SharedHBase.server().startRegionServer(folder);
    try {
      inTable(
          "moved",
          Map.of("key", "hashed", "regions", "6"),
          (client, session, context) -> {
            client.facts();
            client.runHook("balance");
            List<TestKey> keys = Stream.generate(this::key).limit(40).toList();
            second.kill();
            Set<String> codes = new HashSet<>();
            keys.forEach(key -> isWritten(session, key, codes));
            assertThat(codes).isNotEmpty();
            second.start();
            for (TestKey key : keys) {
              await().atMost(PATIENCE).until(() -> isWritten(session, key, codes));
            }
            assertThat(codes).isSubsetOf(OF_A_KILLED_SERVER);
            await()
                .atMost(PATIENCE)
                .until(() -> {
                  client.telemetry();
                  return context.events().contains("region server " + second.address() + " joined");
                });
          });
    } finally {
      second.close();
    }
  }

  private boolean isWritten(Session session, TestKey key, Set<String> codes) {
    Outcome outcome = run(session, OperationType.UPDATE, key, "ab", "c");
    if (outcome.status() == Status.SUCCEEDED) {
      return true;
    }
    codes.add(String.valueOf(outcome.failureCode()));
    return false;
  }

  private void awaitWrites(Client client) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> {
          try (Session session = client.openSession()) {
            return run(session, OperationType.INSERT, key(), "ab", "c").status()
                == Status.SUCCEEDED;
          }
        });
  }
}
