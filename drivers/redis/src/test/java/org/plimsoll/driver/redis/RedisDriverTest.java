package org.plimsoll.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.driver.lettuce.LettuceThreads;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.LettuceWarnings;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.ServerDriverContract;

/** The contract with string rows over shared connections, and features specific to Redis. */
class RedisDriverTest extends ServerDriverContract {
  private static final String PASSWORD = "open-sesame";

  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServers.start(folder);
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
    return new RedisDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Test
  void factsIncludeTheServerItsModeAndItsMemoryPolicy() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("mode", "standalone")
            .containsEntry("nodes", "1")
            .containsEntry("maxmemory-policy", "noeviction")
            .containsKey("server"));
  }

  @Test
  void telemetryIsReadFromInfo() throws Exception {
    opened(client -> {
      RedisServers.ask(server.port(), "SET counted 1");
      Map<String, Double> first = client.telemetry();
      for (int i = 0; i < 100; i++) {
        RedisServers.ask(server.port(), "GET counted");
      }
      Map<String, Double> second = client.telemetry();

      assertThat(second.getOrDefault("keyspace_hits_total", 0.0))
          .isEqualTo(first.getOrDefault("keyspace_hits_total", 0.0) + 100);
      assertThat(second.get("used_memory_bytes"))
          .isCloseTo(infoLine("used_memory"), Percentage.withPercentage(10));
      assertThat(second.get("connected_clients")).isGreaterThanOrEqualTo(1);
      assertThat(second.get("command_mean_seconds")).isBetween(1e-8, 0.1);
      assertThat(first).doesNotContainKey("command_mean_seconds");
      assertThat(second.keySet()).noneMatch(name -> name.contains("password"));
    });
  }

  /** What is shown, beside what {@code INFO} says before and after. */
  @ParameterizedTest
  @CsvSource({
    "evicted_keys_total, evicted_keys, 1",
    "expired_keys_total, expired_keys, 1",
    "keyspace_hits_total, keyspace_hits, 1",
    "keyspace_misses_total, keyspace_misses, 1",
    "error_replies_total, total_error_replies, 1",
    "cpu_system_seconds_total, used_cpu_sys, 1",
    "cpu_user_seconds_total, used_cpu_user, 1",
  })
  void unitsOfTelemetryAreThoseOfInfo(String shown, String line, double factor) throws Exception {
    opened(client -> {
      double before = infoLine(line) * factor;
      Double value = client.telemetry().get(shown);
      assertThat(value).isBetween(before, infoLine(line) * factor);
    });
  }

  /** A script that runs for a while, timed by the server itself. */
  @Test
  void theTimeOfCommandsIsTheServersOwn() throws Exception {
    opened(client -> {
      var _ = client.telemetry();
      double calls = commands("calls=");
      double micros = commands("usec=");
      for (int i = 0; i < 20; i++) {
        RedisServers.ask(server.port(), "EVAL 'for i = 1, 300000 do end return 1' 0");
      }
      double mean = (commands("usec=") - micros) / (commands("calls=") - calls) / 1e6;

      assertThat(mean).isGreaterThan(1e-4);
      assertThat(client.telemetry().get("command_mean_seconds"))
          .isCloseTo(mean, Percentage.withPercentage(10));
    });
  }

  /** A sum over the statistics of all commands but INFO, which is not part of a load. */
  private static double commands(String part) throws IOException {
    return RedisServers.ask(server.port(), "INFO commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_") && !line.startsWith("cmdstat_info"))
        .map(line -> line.substring(line.indexOf(part) + part.length()))
        .mapToDouble(value -> Double.parseDouble(value.replaceAll("[,\\s].*", "")))
        .sum();
  }

  private static double infoLine(String name) throws IOException {
    return RedisServers.ask(server.port(), "INFO")
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void truncatingDeletesOnlyTheRows() throws Exception {
    RedisServers.ask(server.port(), "SET somebody-elses 1");
    opened(client -> {
      try (Session session = client.openSession()) {
        execute(session, write(key(), smallRow())).outcome();
      }
      assertThat(client.count().orElseThrow()).isGreaterThan(1);
      client.truncate();
      assertThat(RedisServers.ask(server.port(), "KEYS user*")).startsWith("*0");
      assertThat(RedisServers.ask(server.port(), "EXISTS somebody-elses")).startsWith(":1");
    });
  }

  @Test
  void aChangedTimeToLiveAppliesToLaterWrites() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        var before = key();
        execute(session, write(before, smallRow())).outcome();
        client.settingsChanged(
            org.plimsoll.testkit.TestTarget.values(driver(), Map.of("ttl", "1h")));
        var after = key();
        execute(session, write(after, smallRow())).outcome();
        assertThat(RedisServers.ask(server.port(), "TTL " + before.text())).startsWith(":-1");
        assertThat(RedisServers.ask(server.port(), "TTL " + after.text())).startsWith(":3");
      }
    });
  }

  @Test
  void hooksReachTheServer() throws Exception {
    opened(client -> {
      assertThat(client.hooks()).containsOnlyKeys("bgsave", "bgrewriteaof", "reset-stats");
      RedisServers.ask(server.port(), "GET nothing");
      assertThat(client.runHook("reset-stats")).isEqualTo("OK");
      assertThat(RedisServers.ask(server.port(), "INFO commandstats"))
          .doesNotContain("cmdstat_get:");
      assertThat(client.runHook("bgsave")).isEqualTo("snapshot written on 1 server");
      assertThat(RedisServers.ask(server.port(), "INFO persistence"))
          .contains("rdb_bgsave_in_progress:0", "rdb_last_bgsave_status:ok", "rdb_saves:");
      assertThat(client.runHook("bgrewriteaof"))
          .isEqualTo("append-only file rewritten on 1 server");
    });
  }

  @Test
  void aKeyOfAnotherTypeFailsAsWrongType() throws Exception {
    var key = key();
    RedisServers.ask(server.port(), "LPUSH " + key.text() + " 1");
    opened(client -> {
      try (Session session = client.openSession()) {
        Ending read =
            execute(
                session,
                org.plimsoll.testkit.TestOperation.on(org.plimsoll.api.OperationType.READ, key));
        assertThat(read.outcome().failureCode()).isEqualTo("wrong-type");
        assertThat(read.message())
            .isEqualTo("WRONGTYPE Operation against a key holding the wrong kind of value");
      }
    });
    RedisServers.ask(server.port(), "DEL " + key.text());
  }

  @Test
  void wrongCredentialsAreReportedWithoutThePassword(@TempDir Path own) throws Exception {
    try (RealServer locked = RedisServers.start(own, "--requirepass", PASSWORD)) {
      opened(locked.address(), Map.of("password", PASSWORD), c -> c.openSession().close());
      for (String wrong : new String[] {"", "wrong-word"}) {
        assertThatThrownBy(() -> opened(locked.address(), Map.of("password", wrong), _ -> {}))
            .hasMessageContaining(locked.address())
            .hasMessageContaining("refused the credentials")
            .hasMessageNotContaining("wrong-word");
      }
    }
  }

  @Test
  void aStuckSharedConnectionIsReplacedOnce() throws Exception {
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      opened(
          proxy.address(),
          Map.of("connections", "1"),
          client -> {
            Session first = client.openSession();
            Session second = client.openSession();
            proxy.blackHole();
            int before = proxy.connectionsAccepted();
            Ending lost = execute(first, write(key(), smallRow()));
            Ending alsoLost = execute(second, write(key(), smallRow()));

            first.close();
            try (Session third = client.openSession()) {
              assertThat(succeeds(third)).isTrue();
              second.close(); // its operation was on the old connection
              try (Session fourth = client.openSession()) {
                assertThat(succeeds(fourth)).isTrue();
              }
            }
            assertThat(lost.outcome().failureCode()).isEqualTo("closed");
            assertThat(alsoLost.outcome().failureCode()).isNotBlank();
            assertThat(proxy.connectionsAccepted() - before).isEqualTo(1);
          });
    }
  }

  @Test
  void pollingThreadsAnswerAndEndWithTheirClient() throws Exception {
    opened(
        server.address(),
        Map.of("busy-poll", "true"),
        client -> {
          try (Session session = client.openSession()) {
            assertThat(succeeds(session)).isTrue();
            assertThat(pollingThreads()).isNotEmpty();
          }
        });
    for (Thread thread : pollingThreads()) {
      // It has been asked to end and completes the last steps itself.
      assertThat(thread.join(Duration.ofSeconds(10))).as(thread.getName()).isTrue();
    }
  }

  private static List<Thread> pollingThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(LettuceThreads.POLLING))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":::", "h:99999", "h:1,", "h/x", "h:-1"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be");
  }

  @Test
  void anUnknownHostIsReported() {
    assertThatThrownBy(() -> opened("nobody.invalid:6379", Map.of(), _ -> {}))
        .hasMessageContaining("nobody.invalid:6379 cannot be reached: no such host");
  }

  @Test
  void aServerOfAnotherProtocolIsReported() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> answerAsHttp(other));
      String address = "127.0.0.1:" + other.getLocalPort();
      assertThatThrownBy(() -> opened(address, Map.of(), _ -> {}))
          .hasMessageContaining(address)
          .hasMessageContaining("answered, but not as Redis")
          .hasMessageNotContaining("\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "per-session"})
  void eachConnectionIsClosedOnce(String connections) throws Exception {
    try (LettuceWarnings warnings = LettuceWarnings.record()) {
      opened(
          address(),
          Map.of("connections", connections),
          client -> {
            for (int i = 0; i < 8; i++) {
              assertThat(succeeds(client.openSession())).isTrue();
            }
            var _ = client.telemetry();
          });
      assertThat(warnings.texts()).isEmpty();
      try (RedisClient direct = RedisClient.create("redis://" + address())) {
        var connection = direct.connect();
        connection.close();
        connection.close();
      }
      assertThat(warnings.texts()).containsExactly("Connection is already closed");
    }
  }

  private boolean succeeds(Session session) {
    return execute(session, write(key(), smallRow())).outcome().status()
        == Outcome.Status.SUCCEEDED;
  }

  private static void answerAsHttp(ServerSocket other) {
    while (!other.isClosed()) {
      try (Socket client = other.accept()) {
        var _ = client.getInputStream().read();
        client
            .getOutputStream()
            .write(
                "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        return;
      }
    }
  }
}
