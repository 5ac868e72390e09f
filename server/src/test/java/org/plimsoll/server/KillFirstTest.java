package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.run.RunGuard;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.security.Listener;
import org.plimsoll.settings.RunRequest;

/**
 * {@code POST /stop-all-load}, {@code POST /kill} and {@code GET /health} are answered whatever
 * else the server does. {@code benchmarks/kill-first.sh} measures how fast.
 */
@Timeout(180)
class KillFirstTest {
  private static final String RUN =
      "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"100\",\"forever\":true,"
          + "\"warmup\":\"0\",\"no-fill\":true}";

  @TempDir Path folder;
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger held = new AtomicInteger();
  private final AtomicBoolean holds = new AtomicBoolean();
  private LiveRuns runs;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    RunGuard hanging =
        new RunGuard() {
          @Override
          public void asked(RunRequest request) {
            if (holds.get()) {
              held.incrementAndGet();
              awaitRelease();
              throw new InvalidSpecException("the server is being stopped");
            }
          }
        };
    runs = new LiveRuns(Drivers.of(new SimDriver()), folder, 20, hanging);
    server = server(10_000);
    http = new Http(server.port());
  }

  private PlimsollServer server(double requestsPerSecond) {
    return PlimsollServer.start(
        new ServerSettings(
            ServerSettings.LOOPBACK, 0, Access.open(), null, Set.of(), requestsPerSecond),
        runs);
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() {
    released.countDown();
    server.close();
  }

  /** All threads that prepare runs wait, all processors of virtual threads are busy. */
  @Test
  void allLoadStopsWhileNothingElseIsAnswered() throws Exception {
    String id = http.post("/api/v1/runs", RUN).json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    holds.set(true);
    for (int i = 0; i < Workers.THREADS; i++) {
      Thread _ = Thread.ofPlatform().daemon().start(this::beginInVain);
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> held.get() == Workers.CALLER_THREADS);
    AtomicBoolean spins = new AtomicBoolean(true);
    try {
      for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
        Thread _ = Thread.startVirtualThread(() -> spin(spins));
      }
      LiveRuns locked = runs;
      synchronized (locked) {
        Http.Answer health = http.get("/api/v1/health");
        Http.Answer killed = http.post("/api/v1/kill", "{}");
        Http.Answer stopped = http.post("/api/v1/stop-all-load", "{}");

        assertThat(health.status()).isEqualTo(200);
        assertThat(health.json().path("state").asString()).isEqualTo("up");
        assertThat(killed.json().path("stopped").path(0).asString()).isEqualTo(id);
        assertThat(stopped.status()).isEqualTo(200);
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> runs.goingOn().isEmpty());
    } finally {
      spins.set(false);
    }
    assertThat(released.getCount()).isEqualTo(1);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.readString(folder.resolve("audit.jsonl")).contains("/api/v1/kill"));
  }

  private void beginInVain() {
    try {
      Http.Answer _ = http.post("/api/v1/runs", RUN);
    } catch (Exception e) {
      // The server is closed while the request waits.
    }
  }

  private static void spin(AtomicBoolean spins) {
    while (spins.get()) {
      Thread.onSpinWait();
    }
  }

  /** Each connection of this network has a request whose body never arrives. */
  @Test
  void allLoadStopsWhileAllConnectionsAreBusy() throws Exception {
    List<Socket> busy = new ArrayList<>();
    byte[] begun =
        ("POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n{")
            .getBytes(StandardCharsets.US_ASCII);
    try {
      for (int i = 0; i < Listener.NETWORK_CONNECTIONS_MAX; i++) {
        busy.add(sending(begun));
      }
      // A request that the server has not read yet leaves its connection idle, so that the next
      // connection takes its place, and another one must be busy.
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInSameThread()
          .until(() -> {
            boolean isRefused = send("GET /api/v1/runs").status() == 429;
            if (!isRefused) {
              busy.add(sending(begun));
            }
            return isRefused;
          });

      RawHttp.Answer refused = send("GET /api/v1/runs");
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(refused.json().path("detail").asString()).startsWith("Too many connections");
      assertThat(send("GET /api/v1/health").status()).isEqualTo(200);
      assertThat(send("POST /api/v1/kill").status()).isEqualTo(200);
    } finally {
      for (Socket socket : busy) {
        socket.close();
      }
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> send("GET /api/v1/runs").status() == 200);
  }

  private Socket sending(byte[] begun) throws Exception {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.getOutputStream().write(begun);
    return socket;
  }

  private RawHttp.Answer send(String what) throws Exception {
    return RawHttp.send(server.port(), what + " HTTP/1.1", "Host: localhost\r\n", "");
  }

  @Test
  void aCallerWhoHasSentTooManyRequestsCanStillStopAllLoad() throws Exception {
    try (PlimsollServer slow = server(1)) {
      Http other = new Http(slow.port());
      await()
          .atMost(Duration.ofSeconds(60))
          .pollInSameThread()
          .until(() -> other.get("/api/v1/runs").status() == 429);

      assertThat(other.post("/api/v1/stop-all-load", "{}").status()).isEqualTo(200);
      assertThat(other.get("/api/v1/health").status()).isEqualTo(200);
    }
  }
}
