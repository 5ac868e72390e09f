package org.plimsoll.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;
import org.plimsoll.engine.spec.TelemetrySpec;

/** Tests with two real node exporters, as of two hosts. */
class HostTelemetryTest {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final Pattern LISTENING = Pattern.compile("address=127\\.0\\.0\\.1:(\\d+)\\s");

  @TempDir Path folder;
  private final List<Process> exporters = new ArrayList<>();
  private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
  private final Clock clock = Clock.system();

  @AfterEach
  void stop() {
    exporters.forEach(Process::destroyForcibly);
    clock.close();
  }

  private InetSocketAddress startExporter() throws IOException {
    Path said = folder.resolve("exporter-" + exporters.size());
    exporters.add(
        new ProcessBuilder("prometheus-node-exporter", "--web.listen-address=127.0.0.1:0")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start());
    int port =
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> port(Files.readString(said)), found -> found > 0);
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> page(port).contains("node_load1 "));
    return InetSocketAddress.createUnresolved("127.0.0.1", port);
  }

  /** Returns the port that an exporter has written; 0 if it has not. */
  private static int port(String said) {
    Matcher listening = LISTENING.matcher(said);
    return listening.find() ? Integer.parseInt(listening.group(1)) : 0;
  }

  private static String page(int port) throws IOException {
    try (var body = URI.create("http://127.0.0.1:" + port + "/metrics").toURL().openStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Reads until all that was read is enough. A slow machine may take long for two readings. */
  private Map<String, Double> read(Predicate<Map<String, Double>> enough, TelemetrySpec... specs) {
    ObservationSpec spec = new ObservationSpec(List.of(), List.of(specs), false, EVERY_NANOS);
    Map<String, Double> read = new LinkedHashMap<>();
    try (Telemetry telemetry =
        Telemetry.begin(
            spec, List.of("127.0.0.1"), HostCheck.ANY, "none", Map::of, clock, warnings::add)) {
      await()
          .pollInSameThread()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            read.putAll(telemetry.take());
            assertThat(read).matches(enough);
          });
    }
    return read;
  }

  @Test
  void theTargetsHostIsReadWithOneSetting() throws Exception {
    InetSocketAddress exporter = startExporter();
    String node = "{node=\"127.0.0.1:" + exporter.getPort() + "\"}";

    double before = load();
    Map<String, Double> read =
        read(
            values ->
                Stream.of(
                        "host.cpu_ratio",
                        "host.cpu_steal_ratio",
                        "host.network_received_bytes/s",
                        "host.network_sent_bytes/s")
                    .allMatch(name -> values.containsKey(name + node)),
            new TelemetrySpec.Hosts(List.of(exporter), 0));
    double after = load();

    assertThat(warnings).isEmpty();
    assertThat(read.get("host.load1" + node))
        .isBetween(Math.min(before, after) - 2, Math.max(before, after) + 2);
    assertThat(read.get("host.cpu_ratio" + node)).isBetween(0.0, 1.0);
    assertThat(read.get("host.cpu_steal_ratio" + node)).isBetween(0.0, 1.0);
    assertThat(read.get("host.memory_used_bytes" + node))
        .isPositive()
        .isLessThan(Objects.requireNonNull(read.get("host.memory_total_bytes" + node)));
    assertThat(read.get("host.network_received_bytes/s" + node)).isNotNegative();
    assertThat(read.get("host.network_sent_bytes/s" + node)).isNotNegative();
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  @Test
  void figuresOfAHostAreSharesAndSumsOfItsDevices() {
    HostPage before = HostPage.of(lines(page(100, 40, 10, 5)), false);
    HostPage now = HostPage.of(lines(page(110, 46, 11, 7)), false);

    // 10 s on two processors, of which 6 + 6 s idle and 1 + 1 s waiting; the disk busy for 2 s.
    assertThat(now.sharesSince(before))
        .containsEntry("host.cpu_iowait_ratio", 0.1)
        .containsEntry("host.disk_busy_ratio", 0.2);
    assertThat(now.sharesSince(before).get("host.cpu_ratio")).isCloseTo(0.3, within(1e-9));
    assertThat(now.gauges())
        .containsEntry("host.network_received_bytes_total", 1_000.0)
        .containsEntry("host.disk_read_bytes_total", 512.0)
        .containsEntry("host.memory_used_bytes", 600.0)
        .containsEntry("jvm.heap_used_bytes", 50.0)
        .containsEntry("jvm.gc_seconds_total", 1.5);
    assertThat(HostPage.of(lines(page(1, 1, 1, 1)), true).gauges())
        .containsEntry("host.network_received_bytes_total", 8_000.0);
  }

  private static String page(double at, double idle, double waiting, double busy) {
    String processor =
        """
        node_cpu_seconds_total{cpu="C",mode="idle"} IDLE
        node_cpu_seconds_total{cpu="C",mode="iowait"} WAIT
        node_cpu_seconds_total{cpu="C",mode="user"} USER
        """
            .replace("IDLE", String.valueOf(idle))
            .replace("WAIT", String.valueOf(waiting))
            .replace("USER", String.valueOf(at - idle - waiting));
    return processor.replace("\"C\"", "\"0\"")
        + processor.replace("\"C\"", "\"1\"")
        + """
        node_time_seconds %s
        node_disk_io_time_seconds_total{device="vda"} %s
        node_disk_io_time_seconds_total{device="dm-0"} %s
        node_disk_read_bytes_total{device="vda"} 512
        node_disk_read_bytes_total{device="dm-0"} 512
        node_memory_MemTotal_bytes 1000
        node_memory_MemAvailable_bytes 400
        node_network_receive_bytes_total{device="eth0"} 1000
        node_network_receive_bytes_total{device="lo"} 7000
        node_network_receive_bytes_total{device="veth12"} 9
        jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 20
        jvm_memory_used_bytes{area="heap",id="G1 Old Gen"} 30
        jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 99
        jvm_memory_max_bytes{area="heap",id="G1 Eden Space"} -1
        jvm_gc_collection_seconds_sum{gc="G1 Young Generation"} 1.5
        """
            .formatted(at, busy, at);
  }

  private static List<PrometheusLine> lines(String page) {
    return page.lines().map(line -> Objects.requireNonNull(PrometheusLine.parse(line))).toList();
  }

  @Test
  void pagesOfTwoNodesAreTwoSeriesAndTheirRatesAreSummed() throws Exception {
    InetSocketAddress one = startExporter();
    InetSocketAddress other = startExporter();
    List<String> names = List.of("node_load1", "node_context_switches_total");

    String rate = "node_context_switches/s";
    Map<String, Double> read =
        read(
            values -> isSum(values, rate, rate + node(one), rate + node(other)),
            new TelemetrySpec.Prometheus(uri(one), names),
            new TelemetrySpec.Prometheus(uri(other), names));

    assertThat(read)
        .containsOnlyKeys(
            "node_load1" + node(one),
            "node_load1" + node(other),
            rate + node(one),
            rate + node(other),
            rate);
  }

  /**
   * Whether a value is the sum of two others. It is not while one of them is too old, as on a slow
   * machine; the next readings change that.
   */
  private static boolean isSum(Map<String, Double> values, String sum, String one, String other) {
    return values.keySet().containsAll(List.of(sum, one, other))
        && Math.abs(known(values, sum) - known(values, one) - known(values, other)) < 1e-3;
  }

  private static double known(Map<String, Double> values, String name) {
    return Objects.requireNonNull(values.get(name));
  }

  @Test
  void sourcesOfAnotherSpecBeginAndEndAndThoseOfBothGoOn() throws Exception {
    TelemetrySpec one = new TelemetrySpec.Prometheus(uri(startExporter()), List.of("node_load1"));
    TelemetrySpec other = new TelemetrySpec.Prometheus(uri(startExporter()), List.of("node_load5"));
    AtomicInteger reads = new AtomicInteger();
    Callable<Map<String, Double>> driver = () -> Map.of("reads", (double) reads.incrementAndGet());
    try (Telemetry telemetry =
        Telemetry.begin(
            spec(true, one), List.of(), HostCheck.ANY, "store", driver, clock, warnings::add)) {
      awaitOnly(telemetry, "node_load1", "store.reads");
      telemetry.change(spec(true, other));
      awaitOnly(telemetry, "node_load5", "store.reads");
      telemetry.change(spec(false));
      awaitOnly(telemetry);
      int readSoFar = reads.get();
      telemetry.change(spec(false, one, other));
      awaitOnly(telemetry, "node_load1", "node_load5");
      assertThat(reads).hasValue(readSoFar);
    }
    assertThat(warnings).isEmpty();
  }

  private static ObservationSpec spec(boolean readsDriver, TelemetrySpec... sources) {
    return new ObservationSpec(List.of(), List.of(sources), readsDriver, EVERY_NANOS);
  }

  /** Waits until all that is read in a while is of these names. */
  private static void awaitOnly(Telemetry telemetry, String... names) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() ->
            assertThat(telemetry.take().keySet())
                .extracting(series -> series.replaceAll("\\{.*", ""))
                .containsOnly(names));
  }

  private static URI uri(InetSocketAddress exporter) {
    return URI.create("http://127.0.0.1:" + exporter.getPort() + "/metrics");
  }

  private static String node(InetSocketAddress exporter) {
    return "{node=\"127.0.0.1:" + exporter.getPort() + "\"}";
  }

  @Test
  void hostsOfATargetAreThoseOfItsAddress() {
    assertThat(hosts("db1:6379,db2:6379,[::1]:6379/0")).containsExactly("db1", "db2", "::1");
    assertThat(hosts("//user:secret@db1:9042,db1:9043/ks?x=1")).containsExactly("db1");
    assertThat(hosts("postgresql://db3/bench")).containsExactly("db3");
    assertThat(TargetHosts.of(target("data"), true)).containsExactly("127.0.0.1");
  }

  private static List<String> hosts(String address) {
    return TargetHosts.of(target(address), false);
  }

  private static TargetSpec target(String address) {
    return new TargetSpec("x:" + address, "x", address, Map.of(), 1, Map.of());
  }
}
