package org.plimsoll.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval.Percentiles;

/**
 * Percentiles of a histogram, in which operations that did not end in time rank above every sample.
 * The percentile p of n operations is the value of rank ⌈pn⌉. A rank among operations that did not
 * end is censored. A rank with fewer than {@link #SUPPORT} operations beyond it is unsupported.
 */
public final class Latencies {
  private static final int SUPPORT = 10;
  private static final Map<String, Double> QUANTILES = new LinkedHashMap<>();

  static {
    QUANTILES.put("p50", 0.50);
    QUANTILES.put("p90", 0.90);
    QUANTILES.put("p95", 0.95);
    QUANTILES.put("p99", 0.99);
    QUANTILES.put("p999", 0.999);
    QUANTILES.put("p9999", 0.9999);
  }

  private Latencies() {}

  /**
   * Summarizes a histogram of nanoseconds.
   *
   * @param censored number of operations that rank above all samples
   * @param censoredAboveNanos minimum duration of the unanswered operations
   */
  public static Latency of(Histogram histogram, long censored, long censoredAboveNanos) {
    long samples = histogram.getTotalCount();
    long total = samples + censored;
    List<String> censoredNames = new ArrayList<>();
    List<String> unsupported = new ArrayList<>();
    Map<String, Long> values = percentiles(histogram, censored);
    QUANTILES.forEach((name, quantile) -> {
      if (!values.containsKey(name)) {
        (isSupported(quantile, total) ? censoredNames : unsupported).add(name);
      }
    });
    boolean whole = censored == 0 && samples > 0;
    if (censored > 0) {
      censoredNames.add("max");
    }
    return new Latency(
        whole ? histogram.getMean() : null,
        whole ? histogram.getStdDeviation() : null,
        samples > 0 ? (Long) histogram.getMinValue() : null,
        new Latency.Percentiles(
            values.get("p50"),
            values.get("p90"),
            values.get("p95"),
            values.get("p99"),
            values.get("p999"),
            values.get("p9999")),
        whole ? (Long) histogram.getMaxValue() : null,
        new Latency.Missing(
            censoredNames, censored > 0 ? (Long) censoredAboveNanos : null, unsupported));
  }

  /** Summarizes a histogram without censored operations. */
  public static Latency of(Histogram histogram) {
    return of(histogram, 0, 0);
  }

  /**
   * Returns the available percentiles, in nanoseconds by name. Censored and unsupported percentiles
   * are left out. This is faster than {@link #of}, which also reads the whole histogram for the
   * mean.
   *
   * @param censored number of operations that rank above all samples
   */
  public static Map<String, Long> percentiles(Histogram histogram, long censored) {
    long samples = histogram.getTotalCount();
    long total = samples + censored;
    Map<String, Long> values = new LinkedHashMap<>();
    QUANTILES.forEach((name, quantile) -> {
      long rank = rank(quantile, total);
      if (isSupported(quantile, total) && rank <= samples) {
        values.put(name, atRank(histogram, rank));
      }
    });
    return values;
  }

  private static boolean isSupported(double quantile, long total) {
    return total - rank(quantile, total) >= SUPPORT;
  }

  /**
   * Returns a percentile, regardless of its support. It is infinite if it falls among censored
   * operations or if there are no operations.
   *
   * @param quantile the quantile, such as 0.99
   */
  public static double nanosAt(double quantile, Histogram histogram, long censored) {
    long samples = histogram.getTotalCount();
    long rank = rank(quantile, samples + censored);
    return rank == 0 || rank > samples
        ? Double.POSITIVE_INFINITY
        : (double) atRank(histogram, rank);
  }

  /** Returns the percentiles of an interval, regardless of their support. */
  public static Percentiles ofInterval(Histogram histogram) {
    long count = histogram.getTotalCount();
    if (count == 0) {
      return new Percentiles(0, 0, 0, 0, 0, 0);
    }
    return new Percentiles(
        count,
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue(),
        new Interval.More(
            histogram.getMinValue(),
            (double) Math.round(histogram.getMean()),
            histogram.getValueAtPercentile(95)));
  }

  /** Returns the names of the percentiles, ascending: {@code p50} … {@code p9999}. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(QUANTILES.keySet());
  }

  /** Returns the quantile for the name of a percentile, such as 0.99 for {@code p99}. */
  public static double quantile(String name) {
    return Objects.requireNonNull(QUANTILES.get(name));
  }

  /**
   * Returns a percentile, the mean, the minimum or the maximum by name; null if it is not
   * available.
   */
  public static @Nullable Double named(Latency latency, String name) {
    if (name.equals("mean")) {
      return latency.mean();
    }
    Long nanos = name.equals("min") ? latency.min() : percentile(latency, name);
    return nanos == null ? null : (Double) nanos.doubleValue();
  }

  /** Returns a percentile by name, in nanoseconds; null if it is not available. */
  public static @Nullable Long percentile(Latency latency, String name) {
    Latency.Percentiles known = latency.percentiles();
    return switch (name) {
      case "p50" -> known.p50();
      case "p90" -> known.p90();
      case "p95" -> known.p95();
      case "p99" -> known.p99();
      case "p999" -> known.p999();
      case "p9999" -> known.p9999();
      case "max" -> latency.max();
      default -> throw new IllegalArgumentException("not a percentile: " + name);
    };
  }

  private static long rank(double quantile, long total) {
    return (long) Math.ceil(quantile * total - 1e-9);
  }

  private static long atRank(Histogram histogram, long rank) {
    return histogram.getValueAtPercentile(100.0 * rank / histogram.getTotalCount());
  }
}
