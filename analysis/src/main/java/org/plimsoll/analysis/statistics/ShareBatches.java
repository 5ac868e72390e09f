package org.plimsoll.analysis.statistics;

import java.util.Arrays;
import org.plimsoll.analysis.statistics.Estimate.Bounds;
import org.plimsoll.analysis.statistics.Estimate.Insufficient;

/**
 * A share, such as that of failed operations, counted in up to 64 successive batches, for a
 * confidence interval that accounts for autocorrelation.
 */
public final class ShareBatches {
  private double[] counted = new double[BatchMeans.MOST];
  private double[] all = new double[BatchMeans.MOST];
  private int size;
  private int intervalsPerBatch = 1;
  private int intervalsOfLast;

  /** Adds the next interval of the run: {@code countedNow} of {@code allNow}. */
  public void add(long countedNow, long allNow) {
    if (size == 0 || intervalsOfLast == intervalsPerBatch) {
      if (size == BatchMeans.MOST) {
        counted = pairs(counted);
        all = pairs(all);
        size /= 2;
        intervalsPerBatch *= 2;
      }
      size++;
      intervalsOfLast = 0;
    }
    intervalsOfLast++;
    counted[size - 1] += countedNow;
    all[size - 1] += allNow;
  }

  /** Returns the share with its confidence interval, which also works for a count of 0. */
  public Estimate share(double level) {
    double n = Arrays.stream(all).sum();
    BatchMeans.Ratio ratio =
        n == 0
            ? null
            : new BatchMeans(Arrays.copyOf(counted, size), Arrays.copyOf(all, size)).ratio();
    return ratio == null ? noRatio((long) n, size) : wilson(ratio, n, level);
  }

  /** Wilson's interval of a share, with the effective sample size of n samples. */
  static Bounds wilson(BatchMeans.Ratio ratio, double n, double level) {
    double p = ratio.value();
    double t = ratio.quantile(level);
    double effective = ratio.effectiveSamples(p * (1 - p), n);
    double scale = 1 + t * t / effective;
    double middle = (p + t * t / (2 * effective)) / scale;
    double half =
        t / scale * Math.sqrt(p * (1 - p) / effective + t * t / (4 * effective * effective));
    return new Bounds(
        level, Math.max(0, middle - half), Math.min(1, middle + half), ratio.batches(), effective);
  }

  static Insufficient noRatio(long count, int batches) {
    if (count == 0) {
      return new Insufficient("there are no samples");
    }
    return new Insufficient(
        batches < BatchMeans.LEAST
            ? "%d intervals were recorded, of %d needed".formatted(batches, BatchMeans.LEAST)
            : "successive parts of the run are correlated: it drifts or is too short");
  }

  private static double[] pairs(double[] values) {
    double[] sums = new double[values.length];
    for (int i = 0; i < values.length / 2; i++) {
      sums[i] = values[2 * i] + values[2 * i + 1];
    }
    return sums;
  }
}
