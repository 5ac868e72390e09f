package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.redis.RedisDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Counts the connections of a run at a real Redis while the number of its sessions changes. */
class LiveSessionsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"workers=8", "rate=2k"})
  void sessionsAreOpenedAndClosedDuringARun(String load) throws Exception {
    String[] given = load.split("=", 2);
    try (RealServer server = RedisServers.start(folder)) {
      RunControl control =
          RunControl.prepare(
              RunRequest.of(
                  "redis://" + server.address() + "?connections=per-session",
                  Map.of(
                      given[0],
                      given[1],
                      "mix",
                      "read=1",
                      "forever",
                      "true",
                      "warmup",
                      "0",
                      "no-fill",
                      "true",
                      "sessions",
                      "4")),
              RunRequest.empty(),
              Drivers.of(new RedisDriver()),
              List.of());
      CompletableFuture<Summary> ended = new CompletableFuture<>();
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              ended.complete(control.run().execute());
            } catch (Exception | LinkageError e) {
              ended.completeExceptionally(e);
            }
          });
      awaitReaders(server, 4);
      control.change(Map.of("sessions", "8"), "ada");
      awaitReaders(server, 8);
      control.change(Map.of("sessions", "2"), "ada");
      awaitReaders(server, 2);
      RedisServers.ask(server.port(), "CONFIG SET maxclients 8");
      assertThatThrownBy(() -> control.change(Map.of("sessions", "64"), "ada"))
          .hasMessageStartingWith("sessions: cannot open more: ");
      awaitReaders(server, 2);
      control.run().stop();
      Summary summary = ended.get(60, TimeUnit.SECONDS);
      assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
      assertThat(summary.accounting().answered().total())
          .isEqualTo(summary.accounting().scheduled());
    }
  }

  private static void awaitReaders(RealServer server, int count) {
    await()
        .atMost(Duration.ofSeconds(60))
        // A server with its maximum of clients resets the connection of the question.
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() ->
            assertThat(RedisServers.ask(server.port(), "CLIENT LIST").lines())
                .filteredOn(line -> line.contains(" cmd=get "))
                .hasSize(count));
  }
}
