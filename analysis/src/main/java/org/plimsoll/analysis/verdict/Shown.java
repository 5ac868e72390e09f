package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Latencies;

/**
 * The percentiles that a result shows.
 *
 * @param histogram response times, or service times in a closed load, in nanoseconds
 * @param censored number of operations that rank above all of them
 * @param deciding names of percentiles whose disturbance makes a result suspect: the main ones, and
 *     those of objectives. Disturbance of others is only noted.
 */
public record Shown(Histogram histogram, long censored, Set<String> deciding) {
  private static final List<String> ALWAYS = List.of("p50", "p90", "p95", "p99");

  public Shown {
    deciding = Set.copyOf(deciding);
  }

  /**
   * A percentile that a result shows.
   *
   * @param quantile such as 0.99
   * @param decides whether a disturbance of this percentile makes a result suspect
   */
  public record Percentile(String name, double quantile, double nanos, boolean decides) {
    /** Returns the display name, such as {@code p99.9} for {@code p999}. */
    String label() {
      return name.length() > 3 ? name.substring(0, 3) + "." + name.substring(3) : name;
    }
  }

  /** Returns the percentiles with a value; unsupported and censored ones are not shown. */
  public List<Percentile> percentiles() {
    List<Percentile> percentiles = new ArrayList<>();
    Latencies.percentiles(histogram, censored)
        .forEach((name, nanos) -> {
          if (nanos > 0) {
            boolean decides = ALWAYS.contains(name) || deciding.contains(name);
            percentiles.add(new Percentile(name, Latencies.quantile(name), nanos, decides));
          }
        });
    return percentiles;
  }

  /** Returns the share of operations beyond the highest deciding percentile. */
  public double tail() {
    return percentiles().stream()
        .filter(Percentile::decides)
        .mapToDouble(percentile -> 1 - percentile.quantile())
        .min()
        .orElse(0.5);
  }

  /**
   * Returns half the width of the 95 % interval of a quantile's rank, as a share of all operations.
   */
  double rankError(double quantile) {
    long operations = Math.max(1, histogram.getTotalCount() + censored);
    return 1.96 * Math.sqrt(quantile * (1 - quantile) / operations);
  }

  /** Returns the value at a quantile of all operations, including those without a response. */
  double nanosAt(double quantile) {
    long samples = histogram.getTotalCount();
    double rank = Math.max(0, quantile) * (samples + censored);
    return histogram.getValueAtPercentile(Math.min(100, 100 * rank / Math.max(1, samples)));
  }
}
