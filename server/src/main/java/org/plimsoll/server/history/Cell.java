package org.plimsoll.server.history;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Validity;
import org.plimsoll.server.history.Point.Figure;
import org.plimsoll.server.history.Point.Percentile;

/** Accumulates seconds of a run into a point of a history tier. */
final class Cell {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Significant digits of latencies in points longer than a second. */
  private static final int DIGITS = 2;

  private final Phase phase;
  private final double[] sums = new double[Figure.values().length];
  private final Map<String, Ends> ends = new LinkedHashMap<>();
  private final Map<String, Double> failures = new LinkedHashMap<>();

  /** Unanswered operations by tag of their latency. They rank above all answered operations. */
  private final Map<String, Long> unanswered = new HashMap<>();

  private final Map<String, Histogram> histograms = new HashMap<>();
  private final ObservedSums observed = new ObservedSums();
  private Validity validity = Validity.VALID;
  private long lengthNanos;
  private long atNanos;

  /** Counts of answered operations and of errors. */
  private record Ends(double answered, double errors) {
    Ends plus(Ends other) {
      return new Ends(answered + other.answered, errors + other.errors);
    }

    Point.Rates rates(double seconds) {
      return new Point.Rates((float) (answered / seconds), (float) (errors / seconds));
    }
  }

  /** Creates an empty cell of a phase. */
  Cell(Phase phase) {
    this.phase = phase;
  }

  /**
   * Creates a cell of one second. The histograms of the interval are valid only during this second.
   */
  static Cell of(Interval interval, Map<String, Histogram> nanosByTag) {
    Cell second = new Cell(interval.window().phase());
    second.add(interval);
    second.histograms.putAll(nanosByTag);
    return second;
  }

  Phase phase() {
    return phase;
  }

  /** Returns the unanswered operations by tag. */
  Map<String, Long> unanswered() {
    return unanswered;
  }

  /** Returns the middle of the accumulated time, in nanoseconds since the start of the run. */
  long middleNanos() {
    return atNanos - lengthNanos / 2;
  }

  /** Adds the next cell of the same phase. */
  void add(Cell other) {
    addLate(other);
    lengthNanos += other.lengthNanos;
    atNanos = Math.max(atNanos, other.atNanos);
  }

  /** Adds late figures for a period that this cell or an earlier one already covers. */
  void addLate(Cell other) {
    for (Figure figure : Figure.values()) {
      int i = figure.ordinal();
      sums[i] = isMost(figure) ? Math.max(sums[i], other.sums[i]) : sums[i] + other.sums[i];
    }
    other.ends.forEach((name, its) -> ends.merge(name, its, Ends::plus));
    other.unanswered.forEach((tag, count) -> unanswered.merge(tag, count, Long::sum));
    other.failures.forEach((code, sum) -> failures.merge(code, sum, Double::sum));
    other.histograms.forEach((tag, histogram) ->
        histograms.computeIfAbsent(tag, _ -> new Histogram(DIGITS)).add(histogram));
    observed.add(other.observed);
    validity = validity.or(other.validity);
  }

  private void add(Interval interval) {
    Interval.Window window = interval.window();
    double seconds = window.lengthNanos() / NANOS_PER_SECOND;
    lengthNanos += window.lengthNanos();
    atNanos = window.atNanos();
    validity = validity.or(interval.verdict().validity());
    addFigures(interval, seconds);
    add("", interval.figures().operations(), seconds);
    interval.scenarios().forEach((name, its) -> add(name + "/", its.operations(), seconds));
    Interval.@Nullable LoadInterval probe = interval.probe();
    if (probe != null) {
      add("probe/", probe.operations(), seconds);
    }
    observed.add(interval);
    interval
        .figures()
        .failures()
        .forEach((code, count) -> failures.merge(code, (double) count, Double::sum));
  }

  private void add(
      String path, Map<String, Interval.OperationInterval> operations, double seconds) {
    operations.forEach((name, operation) -> {
      String tag = path + name;
      ends.merge(
          tag, new Ends(operation.throughputPerSecond() * seconds, operation.errors()), Ends::plus);
      if (operation.unanswered() > 0) {
        unanswered.merge(tag + "/response", operation.unanswered(), Long::sum);
      }
      if (operation.timedOut() > 0) {
        unanswered.merge(tag + "/service", operation.timedOut(), Long::sum);
      }
    });
  }

  private void addFigures(Interval interval, double seconds) {
    Interval.LoadInterval figures = interval.figures();
    Accounting accounting = figures.accounting();
    weighted(Figure.TARGET_PER_SECOND, figures.targetPerSecond(), seconds);
    weighted(Figure.THROUGHPUT_PER_SECOND, figures.throughputPerSecond(), seconds);
    // Computed from the counts, which are also in intervals of earlier versions.
    counted(Figure.OFFERED_PER_SECOND, accounting.scheduled());
    counted(Figure.GOODPUT_PER_SECOND, accounting.answered().total());
    weighted(Figure.BYTES_PER_SECOND, interval.bytesPerSecond(), seconds);
    most(Figure.IN_FLIGHT, figures.inFlight());
    most(Figure.BACKLOG, figures.backlog());
    counted(Figure.SUCCEEDED, accounting.answered().succeeded());
    counted(Figure.NOT_FOUND, accounting.answered().notFound());
    counted(Figure.FAILED, accounting.errors().failed());
    counted(Figure.TIMED_OUT, accounting.errors().timedOut());
    counted(Figure.NOT_SENT, accounting.errors().notSent());
    counted(Figure.SHED, accounting.errors().shed());
    weighted(Figure.CPU_CORES, interval.health().cpuCores(), seconds);
    most(Figure.PAUSE_NANOS_MAX, (double) interval.health().pauseNanosMax());
    weighted(Figure.STEAL_SHARE, interval.health().stealShare(), seconds);
    weighted(Figure.PACER_WAIT_SHARE, interval.health().pacerWaitShare(), seconds);
    most(Figure.HEAP_USED_BYTES, (double) interval.health().heapUsedBytes());
    // Without a histogram, a longer point shows the highest value of its seconds, an upper bound.
    most(Figure.LAG_P50_NANOS, (double) interval.dispatchLagNanos().p50());
    most(Figure.LAG_P99_NANOS, (double) interval.dispatchLagNanos().p99());
    most(Figure.LAG_MAX_NANOS, (double) interval.dispatchLagNanos().max());
  }

  private void weighted(Figure figure, double value, double weight) {
    sums[figure.ordinal()] += value * weight;
  }

  private void counted(Figure figure, long count) {
    sums[figure.ordinal()] += count;
  }

  private void most(Figure figure, double value) {
    sums[figure.ordinal()] = Math.max(sums[figure.ordinal()], value);
  }

  private static boolean isMost(Figure figure) {
    return switch (figure) {
      case IN_FLIGHT, BACKLOG, PAUSE_NANOS_MAX, HEAP_USED_BYTES -> true;
      case LAG_P50_NANOS, LAG_P99_NANOS, LAG_MAX_NANOS -> true;
      default -> false;
    };
  }

  /** Returns the point of the accumulated time; new names of series are added to the table. */
  Point point(SeriesTable series) {
    double seconds = Math.max(lengthNanos, 1) / NANOS_PER_SECOND;
    float[] figures = new float[sums.length];
    for (Figure figure : Figure.values()) {
      double sum = sums[figure.ordinal()];
      figures[figure.ordinal()] = (float) (isMost(figure) ? sum : sum / seconds);
    }
    Map<String, Point.Rates> rates = new LinkedHashMap<>();
    ends.forEach((name, its) -> rates.put(name, its.rates(seconds)));
    Map<String, float[]> latencies = new HashMap<>();
    unanswered.forEach((tag, count) -> latencies.put(tag, latency(new Histogram(1), count)));
    histograms.forEach((tag, histogram) ->
        latencies.put(tag, latency(histogram, unanswered.getOrDefault(tag, 0L))));
    return new Point(
        new Interval.Window(atNanos, lengthNanos, phase),
        validity,
        figures,
        rates,
        perSecond(failures, seconds),
        latencies,
        heat(),
        series.row(observed.values(seconds)));
  }

  private int[] heat() {
    Histogram response = histograms.get("all/response");
    Histogram shown = response == null ? histograms.get("all/service") : response;
    return shown == null ? new int[0] : Heat.of(shown);
  }

  private static Map<String, Float> perSecond(Map<String, Double> sums, double seconds) {
    Map<String, Float> rates = new LinkedHashMap<>();
    sums.forEach((name, sum) -> rates.put(name, (float) (sum / seconds)));
    return rates;
  }

  /**
   * Returns the percentiles of a histogram. A percentile among unanswered operations is infinite. A
   * p95 or higher with less than one operation beyond it is not a number, because it would equal
   * the maximum.
   */
  private static float[] latency(Histogram histogram, long unanswered) {
    long samples = histogram.getTotalCount();
    double stretch = samples == 0 ? Double.POSITIVE_INFINITY : 1 + (double) unanswered / samples;
    float[] values = new float[Percentile.values().length];
    for (Percentile percentile : Percentile.values()) {
      boolean isMean = percentile == Percentile.MEAN;
      // Converts the rank among all operations to a percentile of the answered ones.
      double percent = (isMean ? 100 : percentile.percent()) * stretch;
      values[percentile.ordinal()] =
          percent > 100 * (1 + 1e-12)
              ? Float.POSITIVE_INFINITY
              : isMean
                  ? (float) histogram.getMean()
                  : isSupported(percentile, samples + unanswered)
                      ? histogram.getValueAtPercentile(percent)
                      : Float.NaN;
    }
    values[Percentile.UNANSWERED.ordinal()] = unanswered;
    return values;
  }

  private static boolean isSupported(Percentile percentile, long operations) {
    return percentile == Percentile.MAX
        || percentile.percent() < Percentile.P95.percent()
        || operations * (100 - percentile.percent()) >= 100 * (1 - 1e-9);
  }
}
