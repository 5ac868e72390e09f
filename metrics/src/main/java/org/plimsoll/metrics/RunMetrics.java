package org.plimsoll.metrics;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.metrics.MetricLabels.Label;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.SeriesId;
import org.plimsoll.result.Summary;

/**
 * The current metrics of a run: counts since its start, cumulative histograms, and gauges of the
 * last second. Updated every second, and read by sinks at their own interval.
 */
final class RunMetrics implements RunListener {
  /**
   * Maximum number of failure codes. Further codes share the series {@code other}, since drivers
   * may use any text.
   */
  private static final int CODES_MAX = 50;

  /** Maximum age of a telemetry reading, which is refreshed every few seconds. */
  private static final Duration READING_KEPT = Duration.ofMinutes(2);

  private static final String ALL = "all";
  private static final double NANOS_PER_SECOND = 1e9;

  /** The key of a series. */
  record Key(Metric metric, MetricLabels labels) {}

  /** A number that sinks may read at any time. */
  static final class Cell {
    private volatile double value;

    double value() {
      return value;
    }
  }

  private final InstantSource time;

  // Guarded by this:
  private Map<String, String> labels =
      Map.of(Label.RUN.key(), "", Label.NAME.key(), "", Label.GENERATOR.key(), "");
  private final Map<Key, Cell> cells = new LinkedHashMap<>();
  private final Map<Key, CumulativeHistogram> histograms = new LinkedHashMap<>();
  private final Map<Key, Instant> readings = new HashMap<>();
  private final Map<Key, Histogram> lastSecond = new LinkedHashMap<>();
  private @Nullable Instant startedAt;
  private @Nullable Instant endedAt;

  RunMetrics(InstantSource time) {
    this.time = time;
  }

  @Override
  public synchronized void started(RunStart start) {
    labels = new LinkedHashMap<>();
    labels.put(Label.RUN.key(), start.id());
    labels.put(Label.NAME.key(), start.name());
    labels.put(Label.GENERATOR.key(), RunStart.hostName());
    startedAt = start.startedAt();
    set(Metric.RUN, 1, start.target());
  }

  @Override
  public synchronized void interval(Interval interval, Map<String, Histogram> nanos) {
    String phase = interval.window().phase().text();
    add(
        Metric.RUNNING,
        interval.window().lengthNanos() / NANOS_PER_SECOND,
        phase,
        interval.verdict().validity().text());
    double seconds = interval.window().lengthNanos() / NANOS_PER_SECOND;
    add(Metric.TRANSFERRED, interval.bytesPerSecond() * seconds, phase);
    set(Metric.CPU, interval.health().cpuCores());
    set(Metric.PAUSE, interval.health().pauseNanosMax() / NANOS_PER_SECOND);
    set(Metric.STEAL, interval.health().stealShare());
    set(Metric.HEAP, (double) interval.health().heapUsedBytes());
    // Series without values in this second have no percentile.
    cells.forEach((key, cell) -> {
      if (key.metric().kind == Metric.Kind.LAST_SECOND) {
        cell.value = Double.NaN;
      }
    });
    if (interval.scenarios().isEmpty()) {
      scenario(ALL, phase, interval.figures());
    }
    interval.scenarios().forEach((name, scenario) -> scenario(name, phase, scenario));
    LoadInterval probe = interval.probe();
    if (probe != null) {
      scenario("probe", phase, probe);
    }
    lastSecond.clear();
    nanos.forEach((tag, histogram) ->
        latencies(tag.split("/"), phase, histogram, !interval.scenarios().isEmpty()));
    telemetry(interval.telemetry());
    interval.counters().forEach((name, count) -> add(Metric.COUNTED, count, phase, name));
  }

  /**
   * Returns the histograms of the last second. They are valid only during an update, so call this
   * method within one.
   */
  synchronized Map<Key, Histogram> lastSecond() {
    return lastSecond;
  }

  private void scenario(String name, String phase, LoadInterval scenario) {
    count(name, phase, scenario.accounting(), scenario.failures());
    set(Metric.TARGET_RATE, scenario.targetPerSecond(), name);
    set(Metric.IN_FLIGHT, scenario.inFlight(), name);
    set(Metric.BACKLOG, scenario.backlog(), name);
  }

  private void count(String scenario, String phase, Accounting ends, Map<String, Long> failures) {
    add(Metric.SCHEDULED, (double) ends.scheduled(), scenario, phase);
    add(Metric.OPERATIONS, (double) ends.answered().succeeded(), scenario, phase, "succeeded");
    add(Metric.OPERATIONS, (double) ends.answered().notFound(), scenario, phase, "not-found");
    add(Metric.OPERATIONS, (double) ends.errors().failed(), scenario, phase, "failed");
    add(Metric.OPERATIONS, (double) ends.errors().timedOut(), scenario, phase, "timed-out");
    add(Metric.OPERATIONS, (double) ends.errors().notSent(), scenario, phase, "not-sent");
    add(Metric.OPERATIONS, (double) ends.errors().shed(), scenario, phase, "shed");
    if (ends.clientCached() > 0) {
      add(Metric.CLIENT_CACHED, (double) ends.clientCached(), scenario, phase);
    }
    failures.forEach((code, n) -> {
      Key key = new Key(Metric.FAILURES, Metric.FAILURES.labels(scenario, phase, code));
      boolean fits = cells.containsKey(key) || codes() < CODES_MAX;
      add(Metric.FAILURES, n, scenario, phase, fits ? code : "other");
    });
  }

  private long codes() {
    return cells.keySet().stream().filter(key -> key.metric() == Metric.FAILURES).count();
  }

  /**
   * Adds the latencies of one interval. The tag is {@code read/response}, {@code
   * scenario/read/response} or {@code dispatch-lag}.
   */
  private void latencies(String[] tag, String phase, Histogram nanos, boolean hasScenarios) {
    if (tag.length == 1) {
      record(Metric.LAG, nanos, phase);
      return;
    }
    boolean ofScenario = tag.length == 3;
    String operation = tag[tag.length - 2];
    String scenario = ofScenario ? tag[0] : ALL;
    // Sums over operations and scenarios are skipped, because they would count operations twice.
    if (operation.equals(ALL) || (hasScenarios && !ofScenario)) {
      return;
    }
    boolean isResponse = tag[tag.length - 1].equals("response");
    record(isResponse ? Metric.RESPONSE : Metric.SERVICE, nanos, scenario, phase, operation);
    Metric last = isResponse ? Metric.LAST_RESPONSE : Metric.LAST_SERVICE;
    set(last, seconds(nanos, 50), scenario, operation, "p50");
    set(last, seconds(nanos, 90), scenario, operation, "p90");
    set(last, seconds(nanos, 99), scenario, operation, "p99");
    set(last, seconds(nanos, 99.9), scenario, operation, "p999");
    set(last, nanos.getMaxValue() / NANOS_PER_SECOND, scenario, operation, "max");
  }

  private static double seconds(Histogram nanos, double percentile) {
    return nanos.getValueAtPercentile(percentile) / NANOS_PER_SECOND;
  }

  private void telemetry(Map<String, Double> read) {
    Instant now = time.instant();
    read.forEach((name, value) -> {
      SeriesId series = SeriesId.parse(name);
      String reading = series.ofAllNodes().text();
      // Systems such as InfluxDB do not accept empty labels.
      String node = series.node().isEmpty() ? ALL : series.node();
      set(Metric.TELEMETRY, value, reading, node);
      readings.put(new Key(Metric.TELEMETRY, Metric.TELEMETRY.labels(reading, node)), now);
    });
    readings.forEach((key, at) -> {
      Cell cell = cells.get(key);
      if (cell != null && at.isBefore(now.minus(READING_KEPT))) {
        cell.value = Double.NaN;
      }
    });
  }

  @Override
  public synchronized void event(RunEvent event) {
    add(Metric.EVENTS, 1, event.kind().text());
  }

  @Override
  public synchronized void finished(Summary summary) {
    endedAt = time.instant();
  }

  /** Adds to a counter. Only this method writes counters, from one thread at a time. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  private void add(Metric metric, double n, String... values) {
    cell(metric, values).value += n;
  }

  private void set(Metric metric, double value, String... values) {
    cell(metric, values).value = value;
  }

  private Cell cell(Metric metric, String... values) {
    return cells.computeIfAbsent(new Key(metric, metric.labels(values)), _ -> new Cell());
  }

  private void record(Metric metric, Histogram nanos, String... values) {
    Key key = new Key(metric, metric.labels(values));
    histograms.computeIfAbsent(key, _ -> new CumulativeHistogram()).add(nanos);
    lastSecond.put(key, nanos);
  }

  /** Returns the labels on all series of the run. */
  synchronized Map<String, String> labels() {
    return labels;
  }

  /** Returns the start of the run; null before it. */
  synchronized @Nullable Instant startedAt() {
    return startedAt;
  }

  /** Returns the end of the run; null until then. */
  synchronized @Nullable Instant endedAt() {
    return endedAt;
  }

  /** Returns all series except histograms, in order of first occurrence. */
  synchronized Map<Key, Cell> cells() {
    return new LinkedHashMap<>(cells);
  }

  /** Returns the series from an index on, in order of first occurrence. */
  synchronized List<Map.Entry<Key, Cell>> cellsFrom(int first) {
    return first >= cells.size()
        ? List.of()
        : new ArrayList<>(cells.entrySet()).subList(first, cells.size());
  }

  /** Passes each histogram to a reader. Updates wait in the meantime. */
  synchronized void histograms(BiConsumer<Key, CumulativeHistogram> reader) {
    histograms.forEach(reader);
  }
}
