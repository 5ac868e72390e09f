package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;

/** A cluster that is killed with its ZooKeeper, and restarted. */
@Tag("slow")
@ExtendWith(SharedHBase.class)
class HBaseRestartTest extends InTable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

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
