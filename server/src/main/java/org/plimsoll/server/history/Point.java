package org.plimsoll.server.history;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.result.Interval.Window;
import org.plimsoll.result.Validity;

/**
 * A point of a run's charts. Latencies are percentiles of all operations that ended in it, computed
 * from one histogram and never from percentiles of seconds.
 *
 * @param validity the worst validity of its seconds
 * @param figures the figures in the order of {@link Figure}
 * @param rates operations per second by name
 * @param failures per second by code
 * @param latencies the latencies by tag, such as {@code read/response}, in the order of {@link
 *     Percentile}
 * @param heat pairs of a cell and its count, of response times, or of service times if there are
 *     none
 * @param observed telemetry and the driver's counts per second, in the order of the run's {@link
 *     SeriesTable}; not a number if there is no value, and shorter if the last series have no value
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Point(
    Window window,
    Validity validity,
    float[] figures,
    Map<String, Rates> rates,
    Map<String, Float> failures,
    Map<String, float[]> latencies,
    int[] heat,
    float[] observed) {

  /** The operations that were answered, and those that ended in an error, per second. */
  record Rates(float throughput, float errors) {
    static final Rates NONE = new Rates(0, 0);

    private Rates plus(Rates other) {
      return new Rates(throughput + other.throughput, errors + other.errors);
    }
  }

  /** The figures of every point, with their names in the REST interface. */
  enum Figure {
    TARGET_PER_SECOND("targetPerSecond"),
    OFFERED_PER_SECOND("offeredPerSecond"),
    THROUGHPUT_PER_SECOND("throughputPerSecond"),
    GOODPUT_PER_SECOND("goodputPerSecond"),
    BYTES_PER_SECOND("bytesPerSecond"),
    IN_FLIGHT("inFlight"),
    BACKLOG("backlog"),
    SUCCEEDED("succeeded"),
    NOT_FOUND("notFound"),
    FAILED("failed"),
    TIMED_OUT("timedOut"),
    NOT_SENT("notSent"),
    SHED("shed"),
    CPU_CORES("cpuCores"),
    PAUSE_NANOS_MAX("pauseNanosMax"),
    STEAL_SHARE("stealShare"),
    PACER_WAIT_SHARE("pacerWaitShare"),
    HEAP_USED_BYTES("heapUsedBytes"),
    LAG_P50_NANOS("lagP50Nanos"),
    LAG_P99_NANOS("lagP99Nanos"),
    LAG_MAX_NANOS("lagMaxNanos");

    private final String key;

    Figure(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }

    /** Whether the values of several generators are added; otherwise the highest applies. */
    boolean isSum() {
      return switch (this) {
        case PAUSE_NANOS_MAX, STEAL_SHARE, PACER_WAIT_SHARE, LAG_P50_NANOS -> false;
        case LAG_P99_NANOS, LAG_MAX_NANOS -> false;
        default -> true;
      };
    }

    float of(Point point) {
      return point.figures()[ordinal()];
    }
  }

  /** The percentiles and other statistics of a latency. */
  enum Percentile {
    MEAN("mean", -1),
    P50("p50", 50),
    P90("p90", 90),
    P95("p95", 95),
    P99("p99", 99),
    P999("p999", 99.9),
    P9999("p9999", 99.99),
    MAX("max", 100),
    /** The number of unanswered operations. A percentile that falls among them is infinite. */
    UNANSWERED("unanswered", 0);

    private final String key;
    private final double percent;

    Percentile(String key, double percent) {
      this.key = key;
      this.percent = percent;
    }

    String key() {
      return key;
    }

    double percent() {
      return percent;
    }
  }

  /**
   * Returns the sum of this point and late figures of the same time. Rates are added. A percentile
   * becomes the higher of the two, an upper bound, since a point contains no histogram.
   */
  Point with(Point late) {
    float share = (float) late.window.lengthNanos() / Math.max(1, window.lengthNanos());
    float[] sums = figures.clone();
    for (Figure figure : Figure.values()) {
      int i = figure.ordinal();
      sums[i] =
          figure.isSum()
              ? figures[i] + share * late.figures[i]
              : Math.max(figures[i], late.figures[i]);
    }
    Map<String, Rates> bothRates = new LinkedHashMap<>(rates);
    late.rates.forEach((name, its) ->
        bothRates.merge(name, new Rates(share * its.throughput, share * its.errors), Rates::plus));
    Map<String, Float> bothFailures = new LinkedHashMap<>(failures);
    late.failures.forEach((code, its) -> bothFailures.merge(code, share * its, Float::sum));
    Map<String, float[]> worse = new HashMap<>(latencies);
    late.latencies.forEach((tag, its) -> worse.merge(tag, its, Point::worse));
    return new Point(
        window,
        validity.or(late.validity),
        sums,
        bothRates,
        bothFailures,
        worse,
        Heat.sum(heat, late.heat),
        observed);
  }

  private static float[] worse(float[] a, float[] b) {
    float[] worse = new float[a.length];
    for (int i = 0; i < a.length; i++) {
      worse[i] =
          i == Percentile.UNANSWERED.ordinal()
              ? a[i] + b[i]
              : Float.isNaN(a[i]) ? b[i] : Float.isNaN(b[i]) ? a[i] : Math.max(a[i], b[i]);
    }
    return worse;
  }
}
