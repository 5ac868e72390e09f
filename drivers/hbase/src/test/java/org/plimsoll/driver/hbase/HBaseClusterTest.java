package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** A second region server that joins the cluster, gets regions, stalls, and leaves. */
@ExtendWith(SharedHBase.class)
class HBaseClusterTest extends InTable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Map<String, String> SPREAD =
      Map.of("key", "hashed", "regions", "6", "schema", "temporary");

  private static final String REPLICAS = "replicas";
  private static final String NONE = ", 0 of the table";

  @TempDir Path folder;

  @Test
  void regionsAreOnBothServersReplicasAnswerForAStalledOneAndOneLeaves() throws Exception {
    inTable(
        "before",
        Map.of(),
        (early, _, context) -> {
          early.facts();
          RealServer second = SharedHBase.server().startRegionServer(folder);
          try {
            awaitEvent(early, context::events, "region server " + second.address() + " joined");
            inTable(
                REPLICAS,
                replicated("timeline"),
                (client, session, its) -> withReplicas(client, session, its, second));
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

  /**
   * Reads rows of a region on the second server, which does not answer, and a replica that does.
   */
  private void withReplicas(Client client, Session session, TestTarget target, RealServer second)
      throws Exception {
    moveRegion(second);
    List<TestKey> keys = written(session);
    client.runHook("flush");
    long before = stale(target);
    second.freeze();
    try {
      // A replica has a new store file a moment later, and answers without a row until then.
      for (TestKey key : keys) {
        waiting().until(() -> isFound(session, key));
      }
      assertThat(stale(target)).isGreaterThanOrEqualTo(before + keys.size());
      client.settingsChanged(TestTarget.values(driver(), replicated("strong")));
      Outcome strong = run(session, OperationType.READ, keys.getFirst());
      assertThat(strong.failureCode()).isEqualTo("timeout");
    } finally {
      second.thaw();
    }
    waiting().until(() -> isFound(session, keys.getFirst()));
  }

  /** Looks at once, since most rows need no wait. */
  private static ConditionFactory waiting() {
    return await().pollDelay(Duration.ZERO).atMost(PATIENCE);
  }

  private static long stale(TestTarget target) {
    return target.counts().getOrDefault("stale-reads", 0L);
  }

  /** Moves the only region of the table to a server, and its replica to the other one. */
  private static void moveRegion(RealServer server) throws Exception {
    Configuration settings = new Configuration(false);
    settings.addResource("hbase-default.xml");
    settings.set("hbase.zookeeper.quorum", SharedHBase.server().address());
    try (var connection = ConnectionFactory.createConnection(settings);
        var admin = connection.getAdmin();
        var locator = connection.getRegionLocator(TableName.valueOf(REPLICAS))) {
      for (HRegionLocation each : locator.getAllRegionLocations()) {
        boolean goes = each.getRegion().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID;
        if (goes != (each.getPort() == server.port())) {
          ServerName to =
              admin.getRegionServers().stream()
                  .filter(other -> goes == (other.getPort() == server.port()))
                  .findFirst()
                  .orElseThrow();
          admin.move(each.getRegion().getEncodedNameAsBytes(), to);
        }
      }
      await()
          .atMost(PATIENCE)
          .until(() -> {
            locator.clearRegionLocationCache();
            return locator.getAllRegionLocations().stream()
                .allMatch(each ->
                    (each.getPort() == server.port())
                        == (each.getRegion().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID));
          });
    }
  }

  private static Map<String, String> replicated(String consistency) {
    return Map.of("region-replicas", "2", "request-timeout", "2s", "consistency", consistency);
  }

  private boolean isFound(Session session, TestKey key) {
    return run(session, OperationType.READ, key).status() == Status.SUCCEEDED;
  }

  private static void awaitRegions(Client client, RealServer server) throws Exception {
    client.runHook("balance");
    await()
        .atMost(PATIENCE)
        .until(() ->
            !client.facts().getOrDefault("region server " + server.address(), NONE).endsWith(NONE));
  }

  private List<TestKey> written(Session session) {
    List<TestKey> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      keys.add(key());
      awaitWritten(session, keys.getLast());
    }
    return keys;
  }

  private void withSecond(Client client, Session session, RealServer second) throws Exception {
    awaitRegions(client, second);
    assertThat(client.facts()).containsEntry("region servers", "2").containsEntry("regions", "6");
    String node = "{node=\"" + second.address() + "\"}";
    assertThat(client.telemetry()).containsKeys("regions", "regions" + node);
    List<TestKey> keys = written(session);
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
    waiting()
        .until(
            () -> run(session, OperationType.UPDATE, key, "ab", "c").status() == Status.SUCCEEDED);
  }
}
