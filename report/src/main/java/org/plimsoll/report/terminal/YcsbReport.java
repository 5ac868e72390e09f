package org.plimsoll.report.terminal;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;

/**
 * Renders a summary in YCSB's output formats: lines of metric, measurement and number, as text or
 * in two JSON forms. Latencies are whole microseconds, rounded up, so that only 0 becomes 0. A
 * figure that YCSB would print is omitted if Plimsoll does not know it. Examples are a percentile
 * with too few samples, or one that falls among operations that never ended.
 */
public final class YcsbReport {
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Line> lines = new ArrayList<>();
  private final Summary summary;
  private final Intervals intervals;
  private final List<Double> percentiles;

  /** One line; the value is an {@link Integer}, {@link Long} or {@link Double}. */
  public record Line(String metric, String measurement, Number value) {}

  /** The latencies that the property requests: {@code measurement.interval}. */
  public enum Intervals {
    /** Service time: from the call to the answer. */
    OP,
    /** Response time: from the intended start to the answer. */
    INTENDED,
    BOTH;

    /** Parses a value of the property. */
    public static Intervals parse(String text) {
      return switch (text) {
        case "op" -> OP;
        case "intended" -> INTENDED;
        case "both" -> BOTH;
        default ->
            throw new IllegalArgumentException(
                "measurement.interval: must be one of op, intended, both, was '" + text + "'");
      };
    }
  }

  private YcsbReport(Summary summary, Intervals intervals, List<Double> percentiles) {
    this.summary = summary;
    this.intervals = intervals;
    this.percentiles = List.copyOf(percentiles);
  }

  /**
   * Returns the lines of a summary.
   *
   * @param percentiles any of 50, 90, 95, 99, 99.9 and 99.99; others are omitted
   */
  public static List<Line> of(Summary summary, Intervals intervals, List<Double> percentiles) {
    YcsbReport report = new YcsbReport(summary, intervals, percentiles);
    report.overall();
    report.collections();
    report.operations();
    return report.lines;
  }

  /** Renders lines like YCSB's TextMeasurementsExporter. */
  public static String text(List<Line> lines) {
    StringBuilder text = new StringBuilder();
    for (Line line : lines) {
      text.append('[').append(line.metric()).append("], ").append(line.measurement());
      text.append(", ").append(line.value()).append('\n');
    }
    return text.toString();
  }

  /** Renders lines like YCSB's JSONMeasurementsExporter, as separate objects or as its array. */
  public static String json(List<Line> lines, boolean array) {
    List<String> objects =
        lines.stream()
            .map(line ->
                "{\n  \"metric\" : \"%s\",\n  \"measurement\" : \"%s\",\n  \"value\" : %s\n}"
                    .formatted(line.metric(), line.measurement(), line.value()))
            .toList();
    return array ? "[ " + String.join(", ", objects) + " ]\n" : String.join(" ", objects) + "\n";
  }

  private void overall() {
    add("OVERALL", "RunTime(ms)", TimeUnit.NANOSECONDS.toMillis(runNanos()));
    // Answers after the deadline are included, because YCSB has no deadline.
    long answered =
        summary.accounting().answered().total() + summary.figures().elsewhere().lateAnswers();
    add("OVERALL", "Throughput(ops/sec)", answered * NANOS_PER_SECOND / Math.max(1, runNanos()));
  }

  /** Returns the time until the last operation ended, as YCSB measures it. */
  private long runNanos() {
    return summary.elapsedNanos() + summary.figures().elsewhere().drainNanos();
  }

  private void collections() {
    long count = 0;
    long millis = 0;
    double runMillis = Math.max(1, runNanos() / 1e6);
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      String name = each.getName().replace(' ', '_');
      long itsCount = Math.max(0, each.getCollectionCount());
      long itsMillis = Math.max(0, each.getCollectionTime());
      add("TOTAL_GCS_" + name, "Count", itsCount);
      add("TOTAL_GC_TIME_" + name, "Time(ms)", itsMillis);
      add("TOTAL_GC_TIME_%_" + name, "Time(%)", itsMillis / runMillis * 100);
      count += itsCount;
      millis += itsMillis;
    }
    add("TOTAL_GCs", "Count", count);
    add("TOTAL_GC_TIME", "Time(ms)", millis);
    add("TOTAL_GC_TIME_%", "Time(%)", millis / runMillis * 100);
  }

  private void operations() {
    Map<String, Summary.OperationSummary> parts =
        new LinkedHashMap<>(summary.figures().operations());
    parts.remove("all");
    parts.forEach(this::operation);
    calls();
    if (intervals == Intervals.BOTH) {
      parts.forEach((name, operation) -> {
        if (operation.responseNanos() != null) {
          long done = operation.counts().found();
          latency("Intended-" + metric(name), done, operation.responseNanos());
        }
      });
    }
  }

  private void operation(String name, Summary.OperationSummary operation) {
    String metric = metric(name);
    Latency response = operation.responseNanos();
    boolean intended = intervals == Intervals.INTENDED;
    long done = operation.counts().found();
    long succeeded = done - operation.counts().buffered();
    latency(metric, done, intended && response != null ? response : operation.serviceNanos());
    long failed =
        operation.counts().notFound()
            + operation.failures().values().stream().mapToLong(Long::longValue).sum();
    if (succeeded > 0) {
      add(metric, "Return=OK", succeeded);
    }
    if (operation.counts().buffered() > 0) {
      add(metric, "Return=BATCHED_OK", operation.counts().buffered());
    }
    if (operation.counts().notFound() > 0) {
      add(metric, "Return=NOT_FOUND", operation.counts().notFound());
    }
    new TreeMap<>(operation.failures())
        .forEach((code, count) ->
            add(metric, "Return=" + code.toUpperCase(Locale.ROOT).replace('-', '_'), count));
    if (failed > 0) {
      add(metric + "-FAILED", "Operations", failed);
    }
  }

  /** Adds the calls of a workload class, which the driver times separately. */
  private void calls() {
    summary
        .driver()
        .timingNanos()
        .forEach((name, latency) -> {
          if (name.startsWith("ycsb-")) {
            String call = name.substring("ycsb-".length());
            latency(metric(call), countOf(name + "/OK"), latency);
          }
        });
    summary
        .driver()
        .counters()
        .forEach((name, count) -> {
          int slash = name.indexOf('/');
          if (name.startsWith("ycsb-") && slash > 0) {
            add(
                metric(name.substring("ycsb-".length(), slash)),
                "Return=" + name.substring(slash + 1),
                count);
          }
        });
  }

  private long countOf(String counter) {
    return summary.driver().counters().getOrDefault(counter, 0L);
  }

  private void latency(String metric, long count, Latency latency) {
    add(metric, "Operations", count);
    if (latency.mean() != null) {
      add(metric, "AverageLatency(us)", latency.mean() / NANOS_PER_MICRO);
    }
    micros(metric, "MinLatency(us)", latency.min());
    micros(metric, "MaxLatency(us)", latency.max());
    for (double percentile : percentiles) {
      micros(metric, ordinal(percentile) + "PercentileLatency(us)", at(latency, percentile));
    }
  }

  private void micros(String metric, String measurement, @Nullable Long nanos) {
    if (nanos != null) {
      add(metric, measurement, Math.ceilDiv(nanos, 1_000L));
    }
  }

  private void add(String metric, String measurement, Number value) {
    lines.add(new Line(metric, measurement, value));
  }

  private static @Nullable Long at(Latency latency, double percentile) {
    Latency.Percentiles known = latency.percentiles();
    if (percentile == 50) {
      return known.p50();
    }
    if (percentile == 90) {
      return known.p90();
    }
    if (percentile == 95) {
      return known.p95();
    }
    if (percentile == 99) {
      return known.p99();
    }
    if (percentile == 99.9) {
      return known.p999();
    }
    return percentile == 99.99 ? known.p9999() : null;
  }

  private static String metric(String operation) {
    return operation.toUpperCase(Locale.ROOT);
  }

  /** Returns a percentile's name in YCSB: {@code 95th} for 95, {@code 99.9} for 99.9. */
  static String ordinal(double percentile) {
    if (percentile != Math.rint(percentile)) {
      return String.valueOf(percentile);
    }
    int whole = (int) percentile;
    String ending =
        whole / 10 % 10 == 1
            ? "th"
            : switch (whole % 10) {
              case 1 -> "st";
              case 2 -> "nd";
              case 3 -> "rd";
              default -> "th";
            };
    return whole + ending;
  }
}
