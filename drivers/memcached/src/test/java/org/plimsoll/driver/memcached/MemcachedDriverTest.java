package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/**
 * The contract with the text protocol over shared connections, and features specific to Memcached.
 */
class MemcachedDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() {
    server = MemcachedServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new MemcachedDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000; // the limit of the server is 1 MiB, including its overhead per item
  }

  @Test
  void factsIncludeTheServerAndItsLimits() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("nodes", "1")
            .containsEntry("memory-limit-bytes", String.valueOf(64 << 20))
            .containsEntry("item-size-max-bytes", String.valueOf(1 << 20))
            .containsEntry("evictions", "on")
            .hasEntrySatisfying("server", v -> assertThat(v).matches("memcached 1\\..*")));
  }

  @Test
  void telemetryIsReadFromStats() throws Exception {
    opened(client -> {
      MemcachedServers.ask(server.port(), "set counted 0 0 1\r\n1");
      Map<String, Double> first = client.telemetry();
      for (int i = 0; i < 10; i++) {
        assertThat(MemcachedServers.ask(server.port(), "get counted")).startsWith("VALUE");
      }
      Map<String, Double> second = client.telemetry();
      assertThat(second.get("hits_total")).isEqualTo(first.getOrDefault("hits_total", 0.0) + 10);
      assertThat(second).containsEntry("memory_limit_bytes", (double) (64 << 20));
      assertThat(second.get("items")).isGreaterThanOrEqualTo(1);
      assertThat(second).containsKeys("cpu_user_seconds_total", "evictions_total");
    });
  }

  @Test
  void operationsAreNotSentWhileTheServerIsDown() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        assertThat(execute(session, write(key(), smallRow())).outcome().attempts()).isOne();
        server.kill();
        List<TestOperation> operations =
            List.of(
                write(key(), smallRow()),
                on("read", key()),
                on("cas", key()),
                TestOperation.bulk(OperationType.BULK_READ, List.of(key(), key()), List.of()));
        // The first request may use the connection before its loss is detected.
        Ending first = execute(session, on("read", key()));
        assertThat(first.outcome().failureCode()).isIn("connection-lost", "not-connected");
        assertThat(operations)
            .extracting(operation -> execute(session, operation).outcome())
            .allSatisfy(outcome -> {
              assertThat(outcome.failureCode()).isEqualTo("not-connected");
              assertThat(outcome.attempts()).isZero();
            });
      } finally {
        server.start();
      }
    });
  }

  @Test
  void closingAConnectionDoesNotReportALostNode(@TempDir Path own) throws Exception {
    // A server of its own: the connections of other tests end when they like.
    try (RealServer alone = MemcachedServers.start(own)) {
      endsAConnection(alone.address(), alone.port());
    }
  }

  private void endsAConnection(String address, int port) throws Exception {
    Driver driver = driver();
    Map<String, String> owned = new HashMap<>(settings());
    owned.put("connections", "per-session");
    long idle = 1;
    // The server may still count the connection with which its start was checked.
    await().atMost(Duration.ofSeconds(60)).until(() -> connections(port) == idle);
    try (TestTarget context = new TestTarget(driver, address, owned, fieldNames());
        var client = context.open()) {
      Session session = client.openSession();
      execute(session, on("read", key())).outcome();
      long during = connections(port);
      assertThat(during).isGreaterThan(idle);
      session.close();
      await().atMost(Duration.ofSeconds(60)).until(() -> connections(port) < during);
      assertThat(context.events()).isEmpty();
    }
  }

  /** The number of connections that the server counts, including the one that asks. */
  private static long connections(int port) throws IOException {
    return MemcachedServers.statistic(port, "curr_connections");
  }

  @Test
  void readsAreCountedAsHitsAndMisses() throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address(), settings(), fieldNames());
        var client = context.open();
        Session session = client.openSession()) {
      TestKey present = key();
      execute(session, write(present, smallRow())).outcome();
      execute(session, on("read", present)).outcome();
      execute(session, on("read", key())).outcome();
      var bulk =
          TestOperation.bulk(
              OperationType.BULK_READ, List.of(present, key(), present, key()), List.of());
      execute(session, bulk).outcome();

      assertThat(context.counts()).containsEntry("cache-hits", 3L);
      assertThat(context.counts()).containsEntry("cache-misses", 3L);
    }
  }

  @Test
  void aChangedTimeToLiveAppliesToLaterWrites() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey before = key();
        execute(session, write(before, smallRow())).outcome();
        client.settingsChanged(TestTarget.values(driver(), Map.of("ttl", "1h")));
        TestKey after = key();
        execute(session, write(after, smallRow())).outcome();
        assertThat(meta(before, "t")).isEqualTo("HD t-1");
        assertThat(meta(after, "t")).matches("HD t3(600|5..)");
        assertThat(succeeded(session, on("touch", before))).isTrue();
        assertThat(meta(before, "t")).matches("HD t3(600|5..)");
      }
    });
  }

  /** Asks for the flags of a key over the meta protocol, without counting as a read. */
  private static String meta(TestKey key, String flags) throws IOException {
    return MemcachedServers.ask(server.port(), "mg " + key.text() + " " + flags).strip();
  }

  @Test
  void ownOperationsDoWhatTheirNamesSay() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        assertThat(outcome(session, "replace", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "cas", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "append", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "touch", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "delete", key).status()).isEqualTo(Status.NOT_FOUND);
        assertThat(outcome(session, "add", key).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(outcome(session, "add", key).failureCode()).isEqualTo("exists");
        for (String name : List.of("replace", "cas")) {
          var row = smallRow();
          var operation = TestOperation.on(OperationType.writing(name), key, row);
          assertThat(execute(session, operation).outcome().payloadBytes())
              .isEqualTo(row.totalBytes());
          assertHolds(session, key, row);
        }
      }
    });
  }

  @Test
  void appendAndPrependAddBytesAfterAndBeforeTheValue() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        MemcachedServers.ask(server.port(), "set " + key.text() + " 0 0 1\r\n=");
        assertThat(succeeded(session, writing("append", key, "after"))).isTrue();
        assertThat(succeeded(session, writing("prepend", key, "before"))).isTrue();
        assertThat(MemcachedServers.ask(server.port(), "get " + key.text()))
            .contains("before=after");
      }
    });
  }

  @Test
  void countersStartAtOneAndAreSeparateFromRows() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        for (int i = 0; i < 3; i++) {
          assertThat(succeeded(session, on("increment", key))).isTrue();
        }
        assertThat(MemcachedServers.ask(server.port(), "get " + key.text() + ":count"))
            .contains("\r\n3");
        assertThat(outcome(session, "read", key).status()).isEqualTo(Status.NOT_FOUND);
      }
    });
  }

  /**
   * The message for a value above the server's limit; Folsom does not pass on the server's message.
   */
  protected String tooLarge() {
    return "the server answered VALUE_TOO_LARGE";
  }

  @Test
  void aValueAboveTheLimitIsTooLargeAndKeepsTheConnection() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        Ending refused = execute(session, write(key, row(1 << 20)));
        assertThat(refused.outcome().failureCode()).isEqualTo("too-large");
        assertThat(refused.message()).isEqualTo(tooLarge());
        var row = smallRow();
        assertThat(succeeded(session, write(key, row))).isTrue();
        assertHolds(session, key, row);
      }
    });
  }

  @Test
  void aKeyAboveTheProtocolsLimitIsNotSent() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey longest = TestKey.of(1, "x".repeat(250));
        assertThat(succeeded(session, write(longest, smallRow()))).isTrue();
        TestKey longer = TestKey.of(1, "x".repeat(251));
        Outcome outcome = execute(session, write(longer, smallRow())).outcome();
        assertThat(outcome.failureCode()).isEqualTo("key-too-long");
        assertThat(outcome.attempts()).isZero();
        var bulk = TestOperation.bulk(OperationType.BULK_READ, List.of(longest, longer), List.of());
        assertThat(execute(session, bulk).outcome().failureCode()).isEqualTo("key-too-long");
      }
    });
  }

  @Test
  void truncatingNeedsThePermissionToDeleteEverything() throws Exception {
    opened(client -> {
      assertThatThrownBy(client::truncate)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("truncate=flush-all");
      try (Session session = client.openSession()) {
        execute(session, write(key(), smallRow())).outcome();
      }
      assertThat(client.count().orElseThrow()).isPositive();
    });
    Map<String, String> allowed = new HashMap<>(settings());
    allowed.put("truncate", "flush-all");
    opened(
        address(),
        allowed,
        client -> {
          TestKey key = key();
          try (Session session = client.openSession()) {
            execute(session, write(key, smallRow())).outcome();
            client.truncate();
            assertThat(outcome(session, "read", key).status()).isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void theHookEmptiesTheServer() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        execute(session, write(key, smallRow())).outcome();
        assertThat(client.hooks()).containsOnlyKeys("flush-all");
        assertThat(client.runHook("flush-all")).isEqualTo("emptied 1 servers");
        assertThat(outcome(session, "read", key).status()).isEqualTo(Status.NOT_FOUND);
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
  void aTimeToLiveBelowASecondIsRefused() {
    assertThatThrownBy(() -> MemcachedSettings.TTL.parse("500ms"))
        .hasMessageContaining("ttl: must be 0 or a duration of whole seconds")
        .hasMessageContaining("500ms");
  }

  @Test
  void anUnknownHostIsReported() {
    assertThatThrownBy(() -> opened("nobody.invalid:11211", settings(), _ -> {}))
        .hasMessage("nobody.invalid:11211 cannot be reached: no such host");
  }

  @Test
  void aServerOfAnotherProtocolIsReported() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAsHttp(other));
      String address = "127.0.0.1:" + other.getLocalPort();
      Map<String, String> impatient = new HashMap<>(settings());
      impatient.put("connect-timeout", "1s");
      assertThatThrownBy(() -> opened(address, impatient, _ -> {}))
          .hasMessageContaining(address)
          .hasMessageNotContaining("\n");
    }
  }

  private static void answerAsHttp(ServerSocket other) {
    while (!other.isClosed()) {
      try (Socket client = other.accept()) {
        var _ = client.getInputStream().read();
        client
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        return;
      }
    }
  }

  private boolean succeeded(Session session, TestOperation operation) {
    Ending ending = execute(session, operation);
    return ending.outcome().status() == Status.SUCCEEDED;
  }

  private Outcome outcome(Session session, String name, TestKey key) {
    return execute(session, on(name, key)).outcome();
  }

  private TestOperation on(String name, TestKey key) {
    OperationType type =
        driver().operations().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    return type.row() ? TestOperation.on(type, key, smallRow()) : TestOperation.on(type, key);
  }

  private TestOperation writing(String name, TestKey key, String text) {
    List<byte[]> values = fieldNames().stream().map(_ -> utf8(text)).toList();
    return TestOperation.on(
        OperationType.writing(name), key, TestOperation.TestRow.of(fieldNames(), values));
  }
}
