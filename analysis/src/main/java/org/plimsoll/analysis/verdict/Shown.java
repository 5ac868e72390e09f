package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;

/**
 * The percentiles that a result shows.
 *
 * @param histogram response times, or service times in a closed load, in nanoseconds
 * @param censored operations that rank above all of them
 * @param deciding names of the percentiles whose disturbance makes a result suspect: those that a
 *     reader looks at first, and those that an objective is about. The others are noted only.
 */
public record Shown(Histogram histogram, long censored, Set<String> deciding) {
  private static final List<String> ALWAYS = List.of("p50", "p90", "p95", "p99");

  public Shown {
    deciding = Set.copyOf(deciding);
  }

  /**
   * One of them.
   *
   * @param quantile such as 0.99
   * @param decides whether it makes a result suspect
   */
  public record Percentile(String name, double quantile, double nanos, boolean decides) {
    /** {@code p99.9} for {@code p999}. */
    String label() {
      return name.length() > 3 ? name.substring(0, 3) + "." + name.substring(3) : name;
    }
  }

  /** Those with a number; one without support, or censored, is not shown. */
  public List<Percentile> percentiles() {
    Latency latency = Latencies.of(histogram, censored, 0);
    List<Percentile> percentiles = new ArrayList<>();
    for (String name : Latencies.names()) {
      Double nanos = Latencies.named(latency, name);
      if (nanos != null && nanos > 0) {
        boolean decides = ALWAYS.contains(name) || deciding.contains(name);
        percentiles.add(new Percentile(name, Latencies.quantile(name), nanos, decides));
      }
    }
    return percentiles;
  }

  /** The share of operations beyond the farthest percentile that decides. */
  public double tail() {
    return percentiles().stream()
        .filter(Percentile::decides)
        .mapToDouble(percentile -> 1 - percentile.quantile())
        .min()
        .orElse(0.5);
  }

  /** Half the width of the 95 % interval of a quantile's rank, as a share of all operations. */
  double rankError(double quantile) {
    long operations = Math.max(1, histogram.getTotalCount() + censored);
    return 1.96 * Math.sqrt(quantile * (1 - quantile) / operations);
  }

  /** The value at a quantile of all operations, those without an answer included. */
  double nanosAt(double quantile) {
    long samples = histogram.getTotalCount();
    double rank = Math.max(0, quantile) * (samples + censored);
    return histogram.getValueAtPercentile(Math.min(100, 100 * rank / Math.max(1, samples)));
  }
}
