package org.plimsoll.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.netflix.spectator.api.histogram.PercentileBuckets;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Severity;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests each sink with a real receiver on this machine. */
class SinksTest {
  @TempDir Path folder;

  private static List<SinkSpec> specs(String text) {
    return RunResolver.resolve(
            RunRequest.of("sim:", Map.of("metrics", text)), Drivers.of(new SimDriver()))
        .spec()
        .observation()
        .sinks();
  }

  private static MetricsOut open(String text) {
    return MetricsOut.open(specs(text));
  }

  private static void begin(MetricsOut out) {
    out.started(SampleSeconds.start("a1"));
    out.event(new RunEvent(2_500_000_000L, EventKind.PHASE, "measure begins"));
    second(out, 1);
  }

  private static void second(MetricsOut out, int second) {
    out.interval(SampleSeconds.interval(second), SampleSeconds.histograms());
  }

  @Test
  void prometheusScrapesARunInProgress() throws Exception {
    try (MetricsOut out = open("prometheus(0)");
        HttpClient client = HttpClient.newHttpClient()) {
      begin(out);
      List<Integer> port = new ArrayList<>();
      out.eachSink(sink -> port.add(((PrometheusSink) sink).port()));
      URI base = URI.create("http://127.0.0.1:" + port.get(0));

      HttpResponse<String> page = get(client, base.resolve("/metrics"));
      assertThat(page.body()).contains("plimsoll_service_seconds_bucket{", "run=\"a1\"");
      assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
      assertThat(get(client, base.resolve("/other")).statusCode()).isEqualTo(404);
    }
  }

  private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aPortThatIsTakenIsRefusedInOneSentence() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> open("prometheus(" + taken.getLocalPort() + ")"))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageContaining("metrics: cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void otlpGetsCumulativeExponentialHistograms() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "s3cret\n");
    try (Receiver collector = new Receiver(200)) {
      try (MetricsOut out =
          open("otlp(" + collector.url() + "/v1/metrics,token=file:" + token + ",step=1h)")) {
        begin(out);
        second(out, 2);
      } // the end of the run sends the remaining data
      Receiver.Received received = collector.next();
      assertThat(received.path()).isEqualTo("/v1/metrics");
      assertThat(received.headers())
          .containsEntry("Content-Type", "application/x-protobuf")
          .containsEntry("Authorization", "Bearer s3cret");
      var sent = ExportMetricsServiceRequest.parseFrom(received.body()).getResourceMetrics(0);
      Map<String, io.opentelemetry.proto.metrics.v1.Metric> metrics = new HashMap<>();
      sent.getScopeMetrics(0).getMetricsList().forEach(m -> metrics.put(m.getName(), m));

      assertThat(sent.getResource().getAttributesList().toString()).contains("a1", "sample");
      assertThat(
              known(metrics.get("plimsoll.operations")).getSum().getDataPointsList().stream()
                  .mapToDouble(NumberDataPoint::getAsDouble)
                  .sum())
          .isEqualTo(2020);
      assertThat(known(metrics.get("plimsoll.operations")).getSum().getIsMonotonic()).isTrue();
      List<ExponentialHistogramDataPoint> points =
          known(metrics.get("plimsoll.response")).getExponentialHistogram().getDataPointsList();
      assertThat(known(metrics.get("plimsoll.response")).getUnit()).isEqualTo("s");
      assertThat(points).hasSize(2);
      for (ExponentialHistogramDataPoint point : points) {
        boolean isRead = point.getAttributesList().toString().contains("read");
        double base = Math.pow(2, 1.0 / (1 << point.getScale()));
        double lower = Math.pow(base, point.getPositive().getOffset());
        double value = isRead ? 0.001 : 0.02;
        assertThat(point.getPositive().getBucketCountsList().stream().mapToLong(n -> n).sum())
            .isEqualTo(point.getCount())
            .isEqualTo(isRead ? 1800 : 200);
        assertThat(value).isBetween(lower * 0.999, lower * base * 1.001);
        assertThat(point.getStartTimeUnixNano()).isLessThan(point.getTimeUnixNano());
      }
      assertThat(metrics).doesNotContainKey("plimsoll.last.second.response");
    }
  }

  @Test
  void statsdGetsCountersAndLastSecondsWithTags() throws Exception {
    try (DatagramSocket daemon = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      daemon.setSoTimeout(20_000);
      try (MetricsOut out =
          open("statsd(127.0.0.1:" + daemon.getLocalPort() + ",datadog,step=1s)")) {
        begin(out);
        List<String> lines = new ArrayList<>();
        byte[] buffer = new byte[65_536];
        while (!Stream.of(
                "plimsoll.in.flight:", "outcome:timed-out", "operation:update,percentile:p99,")
            .allMatch(part -> lines.stream().anyMatch(line -> line.contains(part)))) {
          DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
          daemon.receive(packet);
          new String(packet.getData(), 0, packet.getLength(), UTF_8).lines().forEach(lines::add);
        }
        assertThat(lines)
            .anyMatch(l -> l.startsWith("plimsoll.in.flight:25|g|#") && l.contains("run:a1"))
            .anyMatch(
                l -> l.startsWith("plimsoll.operations:7|c|#") && l.contains("outcome:timed-out"))
            .anyMatch(l ->
                l.startsWith("plimsoll.last.second.response.seconds:0.020005|g|#")
                    && l.contains("operation:update")
                    && l.contains("percentile:p99"));
      }
    }
  }

  @Test
  void graphiteGetsLinesWithTagsOverTcp() throws Exception {
    try (ServerSocket graphite = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture<List<String>> received =
          CompletableFuture.supplyAsync(() -> lines(graphite));
      try (MetricsOut out = open("graphite(127.0.0.1:" + graphite.getLocalPort() + ",step=1h)")) {
        begin(out);
      }
      List<String> lines = received.get(60, TimeUnit.SECONDS);
      assertThat(lines)
          .anyMatch(l ->
              l.matches("plimsoll\\.inFlight;.*run=a1.*;?.* 25\\.00 \\d+")
                  || l.matches("plimsoll\\.in\\.flight;.*run=a1.* 25\\.00 \\d+"))
          .anyMatch(l -> l.contains("outcome=timed-out"))
          .anyMatch(l -> l.contains("percentile=p99"));
    }
  }

  private static List<String> lines(ServerSocket server) {
    try (Socket socket = server.accept();
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void influxGetsItsLineProtocolInEitherVersion() throws Exception {
    try (Receiver influx = new Receiver(204)) {
      try (MetricsOut out = open("influx(" + influx.url() + ",bench,acme,tok,step=1h)")) {
        begin(out);
      }
      Receiver.Received two = influx.next();
      try (MetricsOut out = open("influx(" + influx.url() + ",bench,step=1h)")) {
        begin(out);
      }
      Receiver.Received one = influx.next();

      assertThat(two.path()).startsWith("/api/v2/write?").contains("bucket=bench", "org=acme");
      assertThat(two.headers()).containsEntry("Authorization", "Token tok");
      assertThat(one.path()).startsWith("/write?").contains("db=bench");
      assertThat(new String(two.body(), UTF_8).lines())
          .anyMatch(l ->
              l.startsWith("plimsoll_in_flight,")
                  && l.contains("run=a1")
                  && l.contains(",metric_type=gauge value=25"))
          .anyMatch(l ->
              l.startsWith("plimsoll_last_second_response_seconds,")
                  && l.contains("percentile=p99")
                  && l.contains("value=0.02"));
    }
  }

  @Test
  void atlasGetsPercentileCounters() throws Exception {
    // The buckets of 1 ms and 20 ms, in the ratio nine to one.
    String read = "T%04X".formatted(PercentileBuckets.indexOf(1_000_000));
    String update = "T%04X".formatted(PercentileBuckets.indexOf(20_000_000));
    Map<String, Double> buckets = new HashMap<>();
    try (Receiver atlas = new Receiver(200);
        MetricsOut out = open("atlas(" + atlas.url() + "/api/v1/publish,step=1s)")) {
      begin(out);
      await()
          .pollInSameThread()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            second(out, 2); // Atlas reports a counter as the rate of the previous step
            while (atlas.waiting() > 0) {
              Receiver.Received received = atlas.next();
              assertThat(received.path()).isEqualTo("/api/v1/publish");
              percentiles(new ObjectMapper(new SmileFactory()).readTree(received.body()), buckets);
            }
            assertThat(buckets).containsOnlyKeys(read, update);
            // A step that ends within a second has one bucket of it without the other.
            assertThat(known(buckets.get(read)) / known(buckets.get(update))).isEqualTo(9);
          });
    }
  }

  /** The rates of response times by bucket, from one message. */
  private static void percentiles(
      com.fasterxml.jackson.databind.JsonNode message, Map<String, Double> buckets) {
    for (com.fasterxml.jackson.databind.JsonNode each : message.get("metrics")) {
      com.fasterxml.jackson.databind.JsonNode tags = each.get("tags");
      if (tags.get("name").asText().equals("plimsoll.response")
          && each.get("value").asDouble() > 0) {
        assertThat(tags.get("run").asText()).isEqualTo("a1");
        assertThat(tags.get("statistic").asText()).isEqualTo("percentile");
        buckets.put(tags.get("percentile").asText(), each.get("value").asDouble());
      }
    }
  }

  @Test
  void grafanaGetsEventsAsAnnotations() throws Exception {
    try (Receiver grafana = new Receiver(200)) {
      try (MetricsOut out = open("grafana(" + grafana.url() + "/sub/,tok)")) {
        begin(out);
        out.event(new RunEvent(0, EventKind.FINDING, "not an annotation"));
        out.event(
            new RunEvent(3_000_000_000L, EventKind.PARAMETER, "me changed rate from 1k to \"2k\""));
      }
      Receiver.Received first = grafana.next();
      JsonNode phase = JsonMapper.shared().readTree(first.body());
      JsonNode change = JsonMapper.shared().readTree(grafana.next().body());

      assertThat(first.path()).isEqualTo("/sub/api/annotations");
      assertThat(first.headers()).containsEntry("Authorization", "Bearer tok");
      assertThat(phase.get("time").asLong())
          .isEqualTo(Instant.parse("2026-11-21T10:00:02.500Z").toEpochMilli());
      assertThat(phase.get("tags").valueStream().map(JsonNode::asString))
          .contains("plimsoll", "phase", "run:a1");
      assertThat(change.get("text").asString()).contains("to \"2k\"");
      assertThat(grafana.waiting()).isZero();
    }
  }

  @Test
  void unreachableSinksAreReportedWithoutDelay() throws Exception {
    try (Socket deaf = new Socket()) {
      deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // but does not listen
      int port = deaf.getLocalPort();
      String url = "http://127.0.0.1:" + port;
      MetricsOut out =
          open(
              "otlp(%1$s/v1/metrics,step=1s),atlas(%1$s,step=1s),influx(%1$s,b,step=1s),"
                      .formatted(url)
                  + "grafana(%s,hush),graphite(127.0.0.1:%d,step=1s)".formatted(url, port));
      begin(out);
      for (int i = 0; i < 2_000; i++) {
        out.event(new RunEvent(i, EventKind.WARNING, "one more"));
      }
      await()
          .pollInSameThread()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            second(out, 2);
            assertThat(troubles(out)).contains("otlp", "atlas", "influx", "grafana", "graphite");
          });
      out.close();

      assertThat(out.trouble().orElseThrow().severity()).isEqualTo(Severity.INFO);
      assertThat(out.trouble().orElseThrow().text()).doesNotContain("hush");
    }
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  /** The sinks that reported failures. */
  private static Set<String> troubles(MetricsOut out) {
    return out.trouble().stream()
        .flatMap(finding -> Stream.of(finding.text().split("; ")))
        .map(sentence -> sentence.split(" ", 2)[0])
        .collect(Collectors.toSet());
  }

  @Test
  void aStalledSinkDoesNotDelayTheEndOfTheRun() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      MetricsOut out = open("otlp(http://127.0.0.1:" + silent.getLocalPort() + "/v1/metrics)");
      begin(out);
      out.close();

      assertThat(out.trouble()).isPresent();
    }
  }

  @Test
  void aSecondWithTrillionsCostsNoMoreThanOneWithThousands() {
    try (MetricsOut out = open("prometheus(0)")) {
      out.started(SampleSeconds.start("a1"));
      var tags = SampleSeconds.histograms();
      tags.put("read/service", SampleSeconds.of(1_000_000, 1_000_000_000_000L));
      // One by one these values would take hours, and every test has a time limit.
      out.interval(SampleSeconds.interval(1), tags);

      assertThat(out.trouble()).isEmpty();
    }
  }

  @Test
  void aMissingSecretIsRefusedAndNoneIsShown() throws IOException {
    assertThatThrownBy(() -> open("influx(http://x,b,o,env:NO_SUCH_VARIABLE_HERE)"))
        .hasMessageContaining("NO_SUCH_VARIABLE_HERE");
    Path lines = Files.writeString(folder.resolve("lines"), "hush\nhush");
    assertThatThrownBy(() -> open("otlp(http://x,token=file:" + lines + ")"))
        .hasMessageContaining("must not contain line breaks")
        .hasMessageNotContaining("hush");
    var resolved =
        RunResolver.resolve(
            RunRequest.of(
                "sim:",
                Map.of("metrics", "influx(http://x,b,o,hush,step=5s),grafana(http://g,hush)")),
            Drivers.of(new SimDriver()));
    assertThat(resolved.values().toString() + resolved.spec())
        .doesNotContain("hush")
        .contains("influx(http://x,b,o,***,step=5s),grafana(http://g,***)");
    Stream.of(
            "influx(http://x,b,o,hush,step=1ms)",
            "grafana(ftp://x,hush)",
            "grafana(http://me:hush@x)",
            "grafana(http://x,hush",
            "graphana(http://x,hush)")
        .forEach(text ->
            assertThatThrownBy(() -> specs(text))
                .isInstanceOf(InvalidSpecException.class)
                .hasMessageStartingWith("metrics: ")
                .satisfies(e -> assertThat(e.getMessage()).as(text).doesNotContain("hush")));
  }
}
