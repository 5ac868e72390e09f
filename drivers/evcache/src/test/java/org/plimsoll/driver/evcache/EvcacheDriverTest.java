package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** The contract over three zones, and what the driver does in each of them. */
class EvcacheDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static ThreeZones zones;

  @BeforeAll
  static void startServers() {
    zones = ThreeZones.start(folder);
  }

  @AfterAll
  static void stopServers() {
    zones.close();
  }

  @Override
  protected Driver driver() {
    return new EvcacheDriver();
  }

  @Override
  protected RealServer server() {
    return zones.zone(1);
  }

  @Override
  protected String address() {
    return zones.address();
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return zones.addressWith(hostAndPort);
  }

  /** The client's own timeout is too short for a busy machine. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("read-timeout", "10s");
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000; // the limit of the server is 1 MiB, including its overhead per item
  }

  private Map<String, String> with(String name, String value) {
    return TestTarget.named("read-timeout", "10s", name, value);
  }

  @Test
  void factsIncludeTheZonesTheClientAndTheServers() throws Exception {
    opened(
        address(),
        TestTarget.named("zones", "a,b,c", "zone", "b"),
        client ->
            assertThat(client.facts())
                .containsEntry("nodes", "3")
                .containsEntry("zones", "a (1), b (1), c (1)")
                .containsEntry("local-zone", "b")
                .containsEntry("client", "EVCache 5.9.0")
                .containsEntry("write-policy", "all")
                .containsEntry("read-timeout", "20 ms")
                .containsEntry("item-size-max-bytes", String.valueOf(1 << 20))
                .hasEntrySatisfying("server", v -> assertThat(v).matches("memcached 1\\..*")));
  }

  /** A session is closed in two steps: its call is interrupted, and may end before the second. */
  @Test
  void aCallThatLeavesBeforeItsSessionClosesLeavesNoStalledConnections() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      opened(
          addressAt(proxy.address()),
          settings(),
          client -> {
            Session stalled = client.openSession();
            assertThat(succeeded(stalled, write(key(), smallRow()))).isTrue();
            proxy.blackHole();
            CallOnItsThread call = new CallOnItsThread();
            stalled.execute(write(key(), smallRow()), call);
            call.thread.get().interrupt();
            assertThat(call.outcome.get().failureCode()).isEqualTo(Common.INTERRUPTED.text());
            stalled.close();
            try (Session next = client.openSession()) {
              assertThat(succeeded(next, write(key(), smallRow()))).isTrue();
            }
          });
    }
  }

  private static final class CallOnItsThread implements Completion {
    private final CompletableFuture<Thread> thread = new CompletableFuture<>();
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    @Override
    public void started() {
      thread.complete(Thread.currentThread());
    }

    @Override
    public void complete(Outcome end) {
      outcome.complete(end);
    }
  }

  @Test
  void telemetryIsThatOfEachNodeAndTheSum() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(succeeded(session, write(key(), smallRow()))).isTrue();
      }
      // A server removes what an earlier test has flushed bit by bit.
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertCountsItems(client.telemetry()));
      assertThat(client.count().orElseThrow()).isPositive();
    });
  }

  private static void assertCountsItems(Map<String, Double> telemetry) throws Exception {
    assertThat(telemetry).containsEntry("memory_limit_bytes", 3.0 * (64 << 20));
    for (int zone = 1; zone <= 3; zone++) {
      RealServer server = zones.zone(zone);
      assertThat(telemetry.get("items{node=\"zone-" + zone + "/" + server.address() + "\"}"))
          .isEqualTo((double) MemcachedServers.statistic(server.port(), "curr_items"));
    }
  }

  @Test
  void ownOperationsDoWhatTheirNamesSay() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(outcome(session, "replace", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "touch", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "delete", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "read-and-touch", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "add", key).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(outcome(session, "add", key).failureCode()).isEqualTo("exists");
        var row = smallRow();
        var replaces = TestOperation.on(OperationType.writing("replace"), key, row);
        assertThat(execute(session, replaces).outcome().payloadBytes()).isEqualTo(row.totalBytes());
        assertHolds(session, key, row);
        Ending read = execute(session, on("read-and-touch", key));
        assertThat(read.outcome().payloadBytes()).isEqualTo(row.totalBytes());
        assertThat(outcome(session, "delete", key).status()).isEqualTo(Status.SUCCEEDED);
      }
    });
  }

  @Test
  void appendOrAddAddsBytesAfterTheValueInEachZone() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(succeeded(session, appending(key, "one,"))).isTrue();
        assertThat(succeeded(session, appending(key, "two"))).isTrue();
        for (RealServer server : zones.servers()) {
          assertThat(MemcachedServers.ask(server.port(), "get " + key.text()))
              .contains("\r\none,two\r\n");
        }
      }
    });
  }

  @Test
  void aChangedTimeToLiveAppliesToLaterWrites() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey before = key();
        assertThat(succeeded(session, write(before, smallRow()))).isTrue();
        client.settingsChanged(TestTarget.values(driver(), with("ttl", "1h")));
        TestKey after = key();
        assertThat(succeeded(session, write(after, smallRow()))).isTrue();
        for (RealServer server : zones.servers()) {
          assertThat(meta(server, before, "t")).isEqualTo("HD t-1");
          assertThat(meta(server, after, "t")).matches("HD t3(600|5..)");
        }
        assertThat(succeeded(session, on("touch", before))).isTrue();
        assertThat(meta(zones.zone(3), before, "t")).matches("HD t3(600|5..)");
      }
    });
  }

  /** Asks a server for flags of a key over the meta protocol. */
  private static String meta(RealServer server, TestKey key, String flags) throws IOException {
    return MemcachedServers.ask(server.port(), "mg " + key.text() + " " + flags).strip();
  }

  @Test
  void largeValuesAreCompressedUntilTheSettingChanges() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        var zeros =
            TestOperation.TestRow.of(
                fieldNames(), fieldNames().stream().map(_ -> new byte[5000]).toList());
        TestKey key = key();
        assertThat(succeeded(session, write(key, zeros))).isTrue();
        assertThat(sizeOf(key)).isLessThan(500);
        assertHolds(session, key, zeros);
        client.settingsChanged(TestTarget.values(driver(), with("compress-above", "never")));
        assertThat(succeeded(session, write(key, zeros))).isTrue();
        assertThat(sizeOf(key)).isGreaterThanOrEqualTo(5000);
        assertHolds(session, key, zeros);
      }
    });
  }

  private static int sizeOf(TestKey key) throws IOException {
    return Integer.parseInt(meta(zones.zone(1), key, "s").replace("HD s", ""));
  }

  @Test
  void aValueAboveTheLimitIsTooLargeAndKeepsTheConnection() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        Ending refused = execute(session, write(key, row(1 << 20)));
        assertThat(refused.outcome().failureCode()).isEqualTo("too-large");
        assertThat(refused.message()).contains("item_size_max");
        assertThat(refused.outcome().attempts()).isZero();
        int largest = (1 << 20) - 63 - key.text().length();
        assertThat(succeeded(session, write(key, row(largest)))).isTrue();
        assertThat(succeeded(session, write(key, row(largest + 1)))).isFalse();
        var row = smallRow();
        assertThat(succeeded(session, write(key, row))).isTrue();
        assertHolds(session, key, row);
      }
    });
  }

  @Test
  void keysHaveThePrefixAndNoBlanksAndAreNotSentIfTheyAreTooLong() throws Exception {
    opened(
        address(),
        with("key-prefix", "users"),
        client -> {
          try (Session session = client.openSession()) {
            TestKey key = TestKey.of(1, "ä b%" + number());
            assertThat(succeeded(session, write(key, smallRow()))).isTrue();
            String stored = "users:%C3%A4%20b%25" + key.text().substring(4);
            assertThat(MemcachedServers.ask(zones.zone(2).port(), "get " + stored))
                .startsWith("VALUE " + stored);
            TestKey longest = TestKey.of(1, "x".repeat(244));
            assertThat(succeeded(session, write(longest, smallRow()))).isTrue();
            TestKey longer = TestKey.of(1, "x".repeat(245));
            Outcome outcome = execute(session, write(longer, smallRow())).outcome();
            assertThat(outcome.failureCode()).isEqualTo("key-too-long");
            assertThat(outcome.attempts()).isZero();
            var bulk =
                TestOperation.bulk(OperationType.BULK_READ, List.of(longest, longer), List.of());
            assertThat(execute(session, bulk).outcome().failureCode()).isEqualTo("key-too-long");
          }
        });
  }

  @Test
  void truncatingNeedsThePermissionToDeleteEverything() throws Exception {
    opened(client ->
        assertThatThrownBy(client::truncate)
            .isInstanceOf(UnsupportedOperationException.class)
            .hasMessageContaining("truncate=flush-all"));
    opened(
        address(),
        with("truncate", "flush-all"),
        client -> {
          try (Session session = client.openSession()) {
            TestKey key = key();
            assertThat(succeeded(session, write(key, smallRow()))).isTrue();
            client.truncate();
            assertThat(outcome(session, "read", key).status()).isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void hooksEmptyOneZoneOrAll() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(succeeded(session, write(key, smallRow()))).isTrue();
        assertThat(client.hooks()).containsOnlyKeys("flush-all", "flush-zone");
        assertThat(client.runHook("flush-zone", "zone-2")).isEqualTo("emptied 1 nodes of zone-2");
        assertThat(MemcachedServers.ask(zones.zone(2).port(), "get " + key.text()))
            .isEqualTo("END\r\n");
        assertThat(outcome(session, "read", key).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(client.runHook("flush-all")).isEqualTo("emptied 3 nodes");
        assertThat(outcome(session, "read", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThatThrownBy(() -> client.runHook("flush-zone", "zone-4"))
            .hasMessageContaining("must be one of the zones zone-1, zone-2, zone-3, was 'zone-4'");
      }
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":::", "h:99999", "h:1,", "h/x", "h:-1", "h:1,h:1"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be");
  }

  @Test
  void settingsThatDoNotFitTheZonesAreRefused() {
    assertThatThrownBy(() -> opened(address(), with("zones", "a,b"), _ -> {}))
        .hasMessage("zones: must name the zone of each of the 3 addresses, was 'a,b'");
    assertThatThrownBy(() -> opened(address(), with("zone", "d"), _ -> {}))
        .hasMessage("zone: must be one of zone-1, zone-2, zone-3, was 'd'");
    assertThatThrownBy(() -> opened(address(), with("write-only-zones", "d"), _ -> {}))
        .hasMessage("write-only-zones: must be one of the zones zone-1, zone-2, zone-3, was 'd'");
    assertThatThrownBy(() -> opened(address(), with("zones", "a,a,b"), _ -> {}))
        .hasMessageContaining("must have different hosts")
        .hasMessageContaining("127.0.0.1 is twice in zone a");
    assertThatThrownBy(() -> EvcacheSettings.TTL.parse("500ms"))
        .hasMessageContaining("ttl: must be 0 or whole seconds up to 30d");
    assertThatThrownBy(() -> EvcacheSettings.CHUNK_SIZE.parse("100"))
        .hasMessageContaining("chunk-size: must be 0 or a size from 512 to 1MiB, was '100'");
  }

  @Test
  void anUnknownHostIsReported() {
    assertThatThrownBy(() -> opened("nobody.invalid:11211", settings(), _ -> {}))
        .hasMessage("nobody.invalid:11211 cannot be reached: no such host");
  }

  private boolean succeeded(Session session, TestOperation operation) {
    return execute(session, operation).outcome().status() == Status.SUCCEEDED;
  }

  private Outcome outcome(Session session, String name, TestKey key) {
    return execute(session, on(name, key)).outcome();
  }

  private TestOperation on(String name, TestKey key) {
    OperationType type =
        driver().operations().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    return type.row() ? TestOperation.on(type, key, smallRow()) : TestOperation.on(type, key);
  }

  private TestOperation appending(TestKey key, String text) {
    return TestOperation.on(
        OperationType.writing("append-or-add"),
        key,
        TestOperation.TestRow.of(List.of("field0"), List.of(utf8(text))));
  }
}
