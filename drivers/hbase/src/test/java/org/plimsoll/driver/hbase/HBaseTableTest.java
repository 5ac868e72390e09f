package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.HBaseServer;
import org.plimsoll.testkit.TestTarget;

/** Tables, facts, metrics, hooks and connections on a real server. */
@ExtendWith(SharedHBase.class)
class HBaseTableTest extends InTable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void aTableIsCreatedAsConfiguredAndDroppedWithItsNamespaceIfTemporary() throws Exception {
    inTable(
        "shop:orders",
        Map.of("key", "hashed", "regions", "4", "compression", "gz", "kept-versions", "2"),
        (client, session, _) -> {
          assertThat(client.facts())
              .containsEntry("table", "shop:orders")
              .containsEntry("regions", "4")
              .containsEntry("region servers", "1")
              .containsEntry("master", "127.0.0.1:" + SharedHBase.server().ports().master())
              .hasEntrySatisfying("server", its -> assertThat(its).startsWith("HBase 2."))
              .hasEntrySatisfying(
                  "region server " + SharedHBase.server().server().address(),
                  its -> assertThat(its).endsWith(" regions, 4 of the table"))
              .hasEntrySatisfying(
                  "families",
                  its ->
                      assertThat(its).contains("f: 2 versions, compression gz, Bloom filter ROW"));
          for (int i = 0; i < 50; i++) {
            run(session, OperationType.INSERT, key(), "ab", "c");
          }
          assertThat(client.count()).hasValue(50);
          client.truncate();
          assertThat(client.count()).hasValue(0);
          assertThat(client.facts()).containsEntry("regions", "4");
        });
    assertThatThrownBy(() -> inTable("shop:orders", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessage("there is no table shop:orders, and schema=none does not create it");
    assertThat(SharedHBase.server().files().resolve("data/shop")).doesNotExist();
  }

  @Test
  void aTableThatDoesNotFitIsRefusedAtOnce() throws Exception {
    inTable(
        "fitting",
        Map.of(),
        (_, _, _) ->
            assertThatThrownBy(() ->
                    inTable(
                        "fitting", Map.of("schema", "create", "family", "other"), (_, _, _) -> {}))
                .hasMessage(
                    "fitting cannot hold the rows of this run: it has no column family 'other';"
                        + " use schema=recreate, or another table"));
  }

  @Test
  void recreatingDropsTheOldTable() throws Exception {
    Map<String, String> create = Map.of("schema", "create");
    inTable(
        "again", create, (_, session, _) -> run(session, OperationType.INSERT, key(), "ab", "c"));
    inTable(
        "again",
        Map.of("schema", "temporary", "family", "other"),
        (client, _, _) -> assertThat(client.count()).hasValue(0));
  }

  @Test
  void settingsThatConflictAreRefusedWithWhatIsAllowed() {
    assertConflict(Map.of("regions", "4"), "regions: must be 1 unless key is hashed, was '4'");
    assertConflict(
        Map.of("key", "hashed", "split-keys", "a,b"),
        "split-keys: must be empty unless key is plain, was 'a,b'");
    assertConflict(Map.of("own-family", "f"), "own-family: must differ from family, was 'f'");
  }

  private void assertConflict(Map<String, String> settings, String message) {
    assertThatThrownBy(() -> inTable("conflicting", settings, (_, _, _) -> {})).hasMessage(message);
  }

  @Test
  void anAddressOfAnotherFormIsRefusedWithTheFormThatIsAllowed() {
    for (String wrong : List.of("", "host:port", "a,,b", "host/one table", "host/hbase:meta")) {
      assertThatThrownBy(() -> driver().checkAddress(wrong)).hasMessageContaining("must");
    }
    driver().checkAddress("[::1]:2181,other/shop:orders.v1");
  }

  /** The files of the server are counted, which are what it counts itself. */
  @Test
  void metricsHaveTheUnitsOfTheirNamesAndHooksDoWhatTheySay() throws Exception {
    inTable(
        "measured",
        Map.of(),
        (client, session, _) -> {
          double filesBefore = client.telemetry().getOrDefault("store_file_bytes", 0.0);
          String value = "v".repeat(1_000_000);
          for (int i = 0; i < 5; i++) {
            run(session, OperationType.INSERT, key(), value, "x");
          }
          await()
              .atMost(PATIENCE)
              .until(() -> client.telemetry().getOrDefault("memstore_bytes", 0.0) > 3_900_000);
          assertThat(client.telemetry().getOrDefault("memstore_bytes", 0.0)).isLessThan(20e6);
          assertThat(client.telemetry())
              .containsEntry("region_servers", 1.0)
              .containsEntry("dead_region_servers", 0.0)
              .hasEntrySatisfying("requests_total", its -> assertThat(its).isPositive())
              .hasEntrySatisfying("heap_max_bytes", its -> assertThat(its).isBetween(3e8, 6e8));
          assertThat(client.runHook("flush")).isEqualTo("flushed measured");
          assertThat(fileBytes("measured")).isBetween(5_000_000L, 5_500_000L);
          await()
              .atMost(PATIENCE)
              .until(() ->
                  client.telemetry().getOrDefault("store_file_bytes", 0.0) - filesBefore > 3.9e6);
          run(session, OperationType.INSERT, key(), value, "x");
          client.runHook("flush");
          assertThat(client.runHook("compact")).isEqualTo("compacted measured");
          assertThat(client.runHook("split")).isEqualTo("measured has 2 regions, had 1");
          await()
              .atMost(PATIENCE)
              .until(() ->
                  run(session, OperationType.INSERT, key(), "a", "b").status() == Status.SUCCEEDED);
          assertThatThrownBy(() -> client.runHook("flush", "now"))
              .hasMessage("the hook flush takes no argument, was 'now'");
        });
  }

  private static long fileBytes(String table) throws IOException {
    Path folder = SharedHBase.server().files().resolve("data/default/" + table);
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().matches(".*/f/[^/.]+") && Files.isRegularFile(file))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Test
  void aClusterWhoseServersAreNotAllowedIsRefusedWithTheirAddress() {
    HBaseServer server = SharedHBase.server();
    try (TestTarget target =
        new TestTarget(driver(), address() + "/refused", Map.of(), fieldNames())
            .reaching(TestTarget::byName, to -> to.getPort() != server.server().port())) {
      assertThatThrownBy(target::open)
          .hasMessageContaining(server.server().address())
          .hasMessageContaining("must be an allowed address");
    }
  }

  @Test
  void anAddressThatNeverAnswersIsRefusedInTime() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      for (String registry : List.of("zookeeper", "rpc")) {
        Map<String, String> settings = Map.of("registry", registry, "connect-timeout", "300ms");
        try (TestTarget target = new TestTarget(driver(), address, settings, fieldNames())) {
          assertThatThrownBy(target::open).hasMessage(address + " did not answer in time");
        }
      }
    }
  }

  @Test
  void hostsThatAreNotWhatTheSettingsSayAreRefusedWithTheSettingThatHelps() {
    assertThatThrownBy(() -> inTable("nowhere", Map.of("znode", "/other"), (_, _, _) -> {}))
        .hasMessage(
            address()
                + " has no /other/hbaseid: znode must be the path of HBase, and its master must be"
                + " running");
    assertThatThrownBy(() -> inTable("nowhere", Map.of("registry", "rpc"), (_, _, _) -> {}))
        .hasMessage(
            address() + " does not answer as a region server: ZooKeeper needs registry=zookeeper");
    String regionServer = SharedHBase.server().server().address();
    assertThatThrownBy(() -> opened(regionServer + "/nowhere", Map.of(), _ -> {}))
        .hasMessage(
            regionServer + " does not answer as ZooKeeper: region servers need registry=rpc");
  }

  @Test
  void aCompressionThatTheServersLackIsRefusedByName() {
    assertThatThrownBy(() -> inTable("packed", Map.of("compression", "lz4"), (_, _, _) -> {}))
        .hasMessageStartingWith("the region servers do not support compression=lz4: ");
  }

  @Test
  void operationsContinueWithoutZooKeeperOnceRegionsAreKnown() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(SharedHBase.server().ports().zooKeeper())) {
      opened(
          proxy.address() + "/without",
          Map.of("schema", "temporary"),
          client -> {
            try (Session session = client.openSession()) {
              assertSucceeded(run(session, OperationType.INSERT, key(), "ab", "c"), 1, 3);
              assertThat(proxy.connectionsAccepted()).isPositive();
              proxy.cutAll();
              assertSucceeded(run(session, OperationType.INSERT, key(), "ab", "c"), 1, 3);
            }
            proxy.heal();
          });
    }
  }
}
