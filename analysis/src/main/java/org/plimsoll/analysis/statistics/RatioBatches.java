package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.Estimate.Bounds;

/**
 * A mean, collected as sums and counts in successive batches, for a confidence interval that
 * accounts for autocorrelation.
 */
public final class RatioBatches {
  private final List<Double> sums = new ArrayList<>();
  private final List<Double> counts = new ArrayList<>();

  /** Adds the next interval; all must be of about the same length. */
  public void add(double sum, double count) {
    sums.add(sum);
    counts.add(count);
  }

  /** Returns the mean with its confidence interval. */
  public Estimate mean(double level) {
    double count = counts.stream().mapToDouble(Double::doubleValue).sum();
    BatchMeans.@Nullable Ratio ratio =
        count == 0 ? null : new BatchMeans(array(sums), array(counts)).ratio();
    if (ratio == null) {
      return ShareBatches.noRatio((long) count, sums.size());
    }
    double margin = ratio.margin(level);
    return new Bounds(
        level, ratio.value() - margin, ratio.value() + margin, ratio.batches(), ratio.batches());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
