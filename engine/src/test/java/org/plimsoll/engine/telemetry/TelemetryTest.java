package org.plimsoll.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.engine.clock.Clock;

/** Tests with real telemetry sources: an HTTP server, and a Java process with a JMX port. */
class TelemetryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String PAGE =
      """
      # HELP http_requests_total of all
      # TYPE http_requests_total counter
      http_requests_total{code="200",path="/a b{\\"}"} COUNT 1395066363000
      http_requests_total{code="500"} 3
      memory_bytes 1.5e6
      gc_seconds{quantile="0.5"} NaN
      other 7
      broken{ 1
      """;

  private final Queue warnings = new Queue();
  private final Clock clock = Clock.system();

  /** The warnings, from any thread. */
  private static final class Queue extends ConcurrentLinkedQueue<String> {
    private static final long serialVersionUID = 1;
  }

  @AfterEach
  void closeClock() {
    clock.close();
  }

  private Map<String, Double> readUntil(
      List<TelemetrySource> sources, Predicate<Map<String, Double>> enough) {
    Map<String, Double> read = new LinkedHashMap<>();
    try (Telemetry telemetry =
        Telemetry.begin(sources, EVERY_NANOS, SLOW_NANOS, clock, warnings::add)) {
      await()
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(1))
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            read.putAll(telemetry.take());
            assertThat(read).matches(enough);
          });
    }
    return read;
  }

  @Test
  void aPrometheusPageReturnsSelectedNamesAndRatesOfCounters() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/metrics",
        exchange -> {
          byte[] page =
              PAGE.replace("COUNT", String.valueOf(100 * requests.getAndIncrement()))
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics");
      List<Pattern> names =
          List.of(
              Pattern.compile("http_.*"), Pattern.compile("memory_bytes"), Pattern.compile("gc.*"));
      Map<String, Double> read =
          readUntil(
              List.of(new PrometheusTelemetry(uri, names)),
              values -> values.keySet().stream().anyMatch(n -> n.contains("code=\"200\"")));

      assertThat(read).containsEntry("memory_bytes", 1.5e6);
      assertThat(read).containsEntry("http_requests/s{code=\"500\"}", 0.0);
      assertThat(read.get("http_requests/s{code=\"200\",path=\"/a b{\\\"}\"}")).isPositive();
      assertThat(read).hasSize(3);
      assertThat(warnings).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void jmxAttributesOfAnotherJavaProcessAreRead() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false",
                "-cp",
                Path.of(Sleeper.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Sleeper.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(java.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(said.readLine()).isEqualTo("ready");
      InetSocketAddress address = InetSocketAddress.createUnresolved("127.0.0.1", port);
      Map<String, Double> read =
          readUntil(
              List.of(
                  new JmxTelemetry(
                      address,
                      "java.lang:type=Memory",
                      List.of("HeapMemoryUsage.max", "HeapMemoryUsage.used", "Verbose")),
                  new JmxTelemetry(address, "java.lang:type=Runtime", List.of("Uptime"))),
              values -> values.size() == 4);

      assertThat(read.get("Memory.HeapMemoryUsage.max")).isBetween(40e6, 64.0 * (1 << 20));
      assertThat(read.get("Memory.HeapMemoryUsage.used")).isPositive();
      assertThat(read).containsEntry("Memory.Verbose", 0.0);
      assertThat(read.get("Runtime.Uptime"))
          .isPositive()
          .isLessThan(ManagementFactory.getRuntimeMXBean().getUptime() + 60_000.0);
      assertThat(warnings).isEmpty();
    } finally {
      java.destroyForcibly().waitFor();
    }
  }

  /**
   * The main method of the other process. It exits when its input is closed, or when its parent is
   * killed.
   */
  static final class Sleeper {
    private Sleeper() {}

    public static void main(String... args) throws IOException {
      System.out.println("ready");
      var _ = System.in.read();
    }
  }

  @Test
  void anUnreadableSourceLeavesAGapAndOneWarningAndOthersContinue() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    AtomicInteger reads = new AtomicInteger();
    URI away = URI.create("http://127.0.0.1:" + port + "/metrics?token=hush");
    Map<String, Double> read =
        readUntil(
            List.of(
                new PrometheusTelemetry(away, List.of(Pattern.compile(".*"))),
                new DriverTelemetry("fake", () -> Map.of("n", (double) reads.incrementAndGet()))),
            values -> values.getOrDefault("fake.n", 0.0) > 10 && !warnings.isEmpty());

    assertThat(read).containsOnlyKeys("fake.n");
    assertThat(warnings).hasSize(1);
    assertThat(warnings.peek())
        .startsWith("telemetry of http://127.0.0.1:" + port + "/metrics cannot be read")
        .endsWith("; it has gaps")
        .doesNotContain("hush");
  }

  @Test
  void aStalledSourceDelaysNeitherReadingsNorTheEnd() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger atOnce = new AtomicInteger();
    DriverTelemetry hangs =
        new DriverTelemetry(
            "hangs",
            () -> {
              assertThat(atOnce.incrementAndGet()).isEqualTo(1);
              begun.countDown();
              never.await();
              return Map.of();
            });
    try (Telemetry telemetry =
        Telemetry.begin(List.of(hangs), EVERY_NANOS, 1, clock, warnings::add)) {
      assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 1_000; i++) {
        assertThat(telemetry.take()).isEmpty();
      }
    }
    assertThat(atOnce.get()).isEqualTo(1);
    assertThat(warnings)
        .containsExactly("telemetry of the driver 'hangs' does not answer; it has gaps");
  }

  /** A run is notified while it holds the lock under which it takes the readings. */
  @Test
  @Timeout(60)
  void warningsDoNotDeadlockWithTheLockOfTheReader() throws Exception {
    Object lock = new Object();
    CountDownLatch taking = new CountDownLatch(1);
    AtomicReference<Thread> reader = new AtomicReference<>();
    DriverTelemetry fails =
        new DriverTelemetry(
            "fails",
            () -> {
              reader.set(Thread.currentThread());
              taking.await();
              throw new IOException("gone");
            });
    try (Telemetry telemetry =
        Telemetry.begin(
            List.of(fails),
            EVERY_NANOS,
            1,
            clock,
            text -> {
              synchronized (lock) {
                warnings.add(text);
              }
            })) {
      synchronized (lock) {
        taking.countDown();
        await()
            .until(() -> reader.get() != null && reader.get().getState() == Thread.State.BLOCKED);
        assertThat(telemetry.take()).isEmpty();
      }
      await().until(() -> !warnings.isEmpty());
    }
    assertThat(warnings)
        .containsExactly("telemetry of the driver 'fails' cannot be read: gone; it has gaps");
  }

  @Test
  void namesAreBounded() {
    Map<String, Double> many = new LinkedHashMap<>();
    for (int i = 0; i < 500; i++) {
      many.put("n" + i, 1.0);
    }
    Map<String, Double> read =
        readUntil(List.of(new DriverTelemetry("d", () -> many)), values -> !warnings.isEmpty());

    assertThat(read.size()).isLessThanOrEqualTo(Telemetry.NAMES_MAX);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aDecreasedCounterLeavesAGapInItsRate() {
    Rates rates = new Rates();
    long second = TimeUnit.SECONDS.toNanos(1);
    List<Map<String, Double>> shown = new ArrayList<>();
    for (double hits : new double[] {100, 150, 20, 60}) {
      shown.add(rates.of(Map.of("hits_total", hits), shown.size() * 2L * second));
    }

    assertThat(shown)
        .containsExactly(Map.of(), Map.of("hits/s", 25.0), Map.of(), Map.of("hits/s", 20.0));
  }

  @Test
  void invalidNumbersAreRefused() {
    assertThatThrownBy(() ->
            new JmxTelemetry(
                    InetSocketAddress.createUnresolved("127.0.0.1", 1), "no bean", List.of("x"))
                .read())
        .isInstanceOf(IOException.class);
    assertThat(PrometheusLine.parse("name{a=\"b\" 1")).isNull();
    assertThat(PrometheusLine.parse("# TYPE x gauge")).isNull();
    assertThat(PrometheusLine.parse("x one")).isNull();
    assertThat(PrometheusLine.parse("x +Inf"))
        .isEqualTo(new PrometheusLine("x", "x", Double.POSITIVE_INFINITY));
  }
}
