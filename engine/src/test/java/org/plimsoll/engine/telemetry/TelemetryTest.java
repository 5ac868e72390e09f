package org.plimsoll.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.result.SeriesId;

/** Tests with real telemetry sources: an HTTP server, and a Java process with a JMX port. */
class TelemetryTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
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
              List.of(new PrometheusTelemetry("page", uri, names, HostCheck.ANY)),
              values -> values.size() >= 3); // one may be taken while the others are still read

      assertThat(read).containsEntry("memory_bytes{node=\"page\"}", 1.5e6);
      assertThat(read).containsEntry("http_requests/s{node=\"page\",code=\"500\"}", 0.0);
      assertThat(read.get("http_requests/s{node=\"page\",code=\"200\",path=\"/a b{\\\"}\"}"))
          .isPositive();
      assertThat(read).hasSize(3);
      assertThat(warnings).isEmpty();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void jmxAttributesOfAnotherJavaProcessAreRead() throws Exception {
    try (JmxProcess java = JmxProcess.start("127.0.0.1")) {
      InetSocketAddress address = InetSocketAddress.createUnresolved("127.0.0.1", java.port());
      Map<String, Double> read =
          readUntil(
              List.of(
                  new JmxTelemetry(
                      address,
                      "java.lang:type=Memory",
                      List.of("HeapMemoryUsage.max", "HeapMemoryUsage.used", "Verbose"),
                      HostCheck.ANY),
                  new JmxTelemetry(
                      address, "java.lang:type=Runtime", List.of("Uptime"), HostCheck.ANY),
                  latency(address, "Read"),
                  latency(address, "Write"),
                  new JvmTelemetry("here", address, HostCheck.ANY, false)),
              values -> values.size() == 10);
      String of = "{node=\"127.0.0.1:" + java.port() + "\"}";
      String scope =
          "{node=\"127.0.0.1:" + java.port() + "\",domain=\"store\",scope=\"%s\",type=\"T\"}";

      // Two beans of one name, in microseconds as the bean says.
      assertThat(read)
          .containsEntry("Latency.p99_seconds" + scope.formatted("Read"), 0.004)
          .containsEntry("Latency.p99_seconds" + scope.formatted("Write"), 0.012);
      assertThat(read.get("jvm.heap_max_bytes{node=\"here\"}"))
          .isEqualTo(read.get("Memory.HeapMemoryUsage.max" + of));
      assertThat(read.get("jvm.cpu_seconds/s{node=\"here\"}")).isBetween(0.0, 64.0);
      assertThat(read.get("jvm.gc_seconds/s{node=\"here\"}")).isBetween(0.0, 1.0);

      assertThat(read.get("Memory.HeapMemoryUsage.max" + of)).isBetween(40e6, 64.0 * (1 << 20));
      assertThat(read.get("Memory.HeapMemoryUsage.used" + of)).isPositive();
      assertThat(read).containsEntry("Memory.Verbose" + of, 0.0);
      assertThat(read.get("Runtime.Uptime" + of))
          .isPositive()
          .isLessThan(ManagementFactory.getRuntimeMXBean().getUptime() + 60_000.0);
      assertThat(warnings).isEmpty();
    }
  }

  private static JmxTelemetry latency(InetSocketAddress address, String scope) {
    return new JmxTelemetry(
        address,
        "store:type=T,scope=" + scope + ",name=Latency",
        List.of("99thPercentile"),
        HostCheck.ANY);
  }

  @Test
  void anUnreadableSourceLeavesAGapAndOneWarningAndOthersContinue() throws Exception {
    try (Socket deaf = new Socket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // but does not listen
      int port = deaf.getLocalPort();
      AtomicInteger reads = new AtomicInteger();
      URI away = URI.create("http://127.0.0.1:" + port + "/metrics?token=hush");
      Map<String, Double> read =
          readUntil(
              List.of(
                  new PrometheusTelemetry(
                      "away", away, List.of(Pattern.compile(".*")), HostCheck.ANY),
                  new DriverTelemetry("fake", () -> Map.of("n", (double) reads.incrementAndGet()))),
              values -> values.getOrDefault("fake.n", 0.0) > 10 && !warnings.isEmpty());

      assertThat(read).containsOnlyKeys("fake.n");
      assertThat(warnings).hasSize(1);
      assertThat(warnings.peek())
          .startsWith("telemetry of http://127.0.0.1:" + port + "/metrics cannot be read")
          .endsWith("; it has gaps")
          .doesNotContain("hush");
    }
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
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
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
  @Timeout(180)
  void warningsDoNotDeadlockWithTheLockOfTheReader() throws Exception {
    Object lock = new Object();
    CountDownLatch taking = new CountDownLatch(1);
    CountDownLatch warning = new CountDownLatch(1);
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
              warning.countDown();
              synchronized (lock) {
                warnings.add(text);
              }
            })) {
      synchronized (lock) {
        taking.countDown();
        // Otherwise it may be blocked by the loading of a class, before it has warned, and this
        // thread warns that it does not answer.
        assertThat(warning.await(60, TimeUnit.SECONDS)).isTrue();
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> reader.get() != null && reader.get().getState() == Thread.State.BLOCKED);
        assertThat(telemetry.take()).isEmpty();
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> !warnings.isEmpty());
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

    assertThat(read.size()).isLessThanOrEqualTo(Telemetry.SERIES_MAX);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void aDecreasedCounterLeavesAGapInItsRate() {
    List<Map<String, Double>> shown = new ArrayList<>();
    Rates rates = new Rates();
    for (double hits : new double[] {100, 150, 20, 60}) {
      shown.add(rates(rates, shown.size(), Map.of("hits_total", hits)));
    }

    assertThat(shown)
        .containsExactly(Map.of(), Map.of("hits/s", 25.0), Map.of(), Map.of("hits/s", 20.0));
  }

  /** The rates two seconds after the last reading. */
  private static Map<String, Double> rates(Rates rates, int number, Map<String, Double> values) {
    Map<SeriesId, Double> read = new LinkedHashMap<>();
    values.forEach((name, value) -> read.put(SeriesId.parse(name), value));
    Map<String, Double> shown = new LinkedHashMap<>();
    rates
        .of(read, number * TimeUnit.SECONDS.toNanos(2))
        .forEach((id, value) -> shown.put(id.text(), value));
    return shown;
  }

  @Test
  void ratiosAndMeansComeFromTheSameTwoReadings() {
    Rates rates = new Rates();
    var _ =
        rates(
            rates,
            0,
            Map.of(
                "k_hits_total",
                10.0,
                "k_misses_total",
                10.0,
                "c_hits_total",
                0.0,
                "c_requests_total",
                0.0,
                "q_seconds_sum",
                1.0,
                "q_seconds_count",
                5.0,
                "i_seconds_sum",
                0.0,
                "i_total",
                0.0));

    assertThat(
            rates(
                rates,
                1,
                Map.of(
                    "k_hits_total",
                    13.0,
                    "k_misses_total",
                    11.0,
                    "c_hits_total",
                    1.0,
                    "c_requests_total",
                    10.0,
                    "q_seconds_sum",
                    1.5,
                    "q_seconds_count",
                    10.0,
                    "i_seconds_sum",
                    2.0,
                    "i_total",
                    4.0)))
        .containsEntry("k_hit_ratio", 0.75)
        .containsEntry("c_hit_ratio", 0.1)
        .containsEntry("q_mean_seconds", 0.1)
        .containsEntry("i_mean_seconds", 0.5)
        .containsEntry("i/s", 2.0);
  }

  @Test
  void invalidNumbersAreRefused() {
    assertThatThrownBy(() ->
            new JmxTelemetry(
                    InetSocketAddress.createUnresolved("127.0.0.1", 1),
                    "no bean",
                    List.of("x"),
                    HostCheck.ANY)
                .read())
        .isInstanceOf(IOException.class);
    assertThat(PrometheusLine.parse("name{a=\"b\" 1")).isNull();
    assertThat(PrometheusLine.parse("# TYPE x gauge")).isNull();
    assertThat(PrometheusLine.parse("x one")).isNull();
    assertThat(PrometheusLine.parse("x +Inf"))
        .isEqualTo(new PrometheusLine("x", new TreeMap<>(), Double.POSITIVE_INFINITY));
  }
}
