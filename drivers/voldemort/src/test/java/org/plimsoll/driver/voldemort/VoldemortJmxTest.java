package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestTarget;
import org.plimsoll.testkit.VoldemortServers;

/** Statistics through JMX. */
class VoldemortJmxTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String STORE = "users";

  @TempDir static Path folder;
  static RealServer server;
  static int jmxPort;

  @BeforeAll
  static void startServer() throws Exception {
    jmxPort = RealServer.freePort();
    server = VoldemortServers.startWithJmx(folder, STORE, jmxPort);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new VoldemortDriver();
  }

  @Override
  protected String address() {
    return server.address() + "/" + STORE;
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("jmx-port", String.valueOf(jmxPort));
  }

  @Test
  void telemetryHasTheNumbersOfTheJvmAgainAfterARestart() throws Exception {
    opened(client -> {
      assertThat(client.telemetry().get("heap_used_bytes")).isPositive();
      assertThat(client.telemetry().get("cpu_seconds_total")).isPositive();
      server.kill();
      server.start();
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> client.telemetry().containsKey("heap_used_bytes"));
    });
  }

  /** As at the end of a run, whose reading of the telemetry has not ended. */
  @Test
  void closingDoesNotWaitForAFrozenServer() throws Exception {
    try (TestTarget target = new TestTarget(driver(), address(), settings(), fieldNames());
        Client client = target.open()) {
      assertThat(client.telemetry()).containsKey("heap_used_bytes");
      server.freeze();
      try {
        Thread reading = Thread.ofPlatform().daemon().start(() -> read(client));
        await()
            .atMost(PATIENCE)
            .until(() ->
                Arrays.stream(reading.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().endsWith(".JmxStats")));
        Thread closing = Thread.ofPlatform().daemon().start(client::close);
        await().atMost(PATIENCE).until(() -> !closing.isAlive());
      } finally {
        server.thaw();
      }
    }
  }

  private static void read(Client client) {
    try {
      var _ = client.telemetry();
    } catch (Exception e) {
      // The target was closed.
    }
  }
}
