package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;

/** A second region server that joins the cluster, gets regions, and leaves. */
@ExtendWith(SharedHBase.class)
class HBaseClusterTest extends InTable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Map<String, String> SPREAD =
      Map.of("key", "hashed", "regions", "6", "schema", "temporary");

  private static final String NONE = ", 0 of the table";

  @TempDir Path folder;

  @Test
  void regionsAreSpreadOverServersAndFoundAgainWhenOneLeaves() throws Exception {
    inTable(
        "before",
        Map.of(),
        (early, _, context) -> {
          early.facts();
          RealServer second = SharedHBase.server().startRegionServer(folder);
          try {
            awaitEvent(early, context::events, "region server " + second.address() + " joined");
            inTable("spread", SPREAD, (client, session, _) -> withSecond(client, session, second));
            awaitEvent(early, context::events, "region server " + second.address() + " left");
          } finally {
            second.close();
          }
        });
  }

  private interface Events {
    List<String> soFar();
  }

  private static void awaitEvent(Client client, Events events, String wanted) {
    await()
        .atMost(PATIENCE)
        .until(() -> {
          client.telemetry();
          return events.soFar().contains(wanted);
        });
  }

  private void withSecond(Client client, Session session, RealServer second) throws Exception {
    client.runHook("balance");
    await()
        .atMost(PATIENCE)
        .until(() ->
            !client.facts().getOrDefault("region server " + second.address(), NONE).endsWith(NONE));
    assertThat(client.facts()).containsEntry("region servers", "2").containsEntry("regions", "6");
    String node = "{node=\"" + second.address() + "\"}";
    assertThat(client.telemetry()).containsKeys("regions", "regions" + node);
    List<TestKey> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      keys.add(key());
      awaitWritten(session, keys.getLast());
    }
    Ending read = execute(session, TestOperation.bulk(OperationType.BULK_READ, keys, List.of()));
    assertSucceeded(read.outcome(), 40, 120);
    second.stop();
    for (TestKey key : keys) {
      awaitWritten(session, key);
    }
    assertThat(client.count()).hasValue(40);
  }

  /** A region that has moved costs an operation: the next one asks where it is. */
  private void awaitWritten(Session session, TestKey key) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> run(session, OperationType.UPDATE, key, "ab", "c").status() == Status.SUCCEEDED);
  }
}
