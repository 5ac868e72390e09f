package org.plimsoll.analysis.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Standard error of a ratio of two sums over an autocorrelated sequence, by batch means.
 *
 * <p>Successive latencies are correlated, since operations wait in the same queue. The error of
 * their mean is larger than σ/√n: nine times as large in an M/M/1 queue at 80 % load. So the
 * sequence is divided into k successive batches, long enough to be nearly uncorrelated (Law and
 * Carson, <em>A sequential procedure for determining the length of a steady-state simulation</em>,
 * Operations Research 27, 1979). Let batch i have the sum y_i over n_i samples and r = Σy/Σn. The
 * error of r is the error of a ratio (Cochran, <em>Sampling Techniques</em>, 1977, ch. 6), with the
 * residuals e_i = y_i − r·n_i:
 *
 * <pre>s² = k/(k−1) · Σe_i² / (Σn)²,   (r − truth)/s ~ Student's t with k−1 degrees of freedom
 * </pre>
 *
 * <p>This holds for batches of equal time with unequal numbers of samples. The number of batches is
 * the largest for which von Neumann's ratio finds no autocorrelation, from {@value #MOST} down by
 * halves to at least {@value #LEAST} (Fishman and Yarberry, <em>An implementation of the batch
 * means method</em>, INFORMS Journal on Computing 9, 1997). The lag-1 correlation, up to terms of
 * the first and last batch, is C = 1 − Σ(e_i+1−e_i)² / 2Σe_i². If there is none, √((k²−1)/(k−2))·C
 * is standard normal.
 */
final class BatchMeans {
  /**
   * Maximum number of batches. More batches hardly reduce Student's t; fewer batches are longer and
   * less correlated.
   */
  static final int MOST = 64;

  /** Minimum number of batches. With fewer batches, t is large and the test has no power. */
  static final int LEAST = 8;

  /** One-sided quantile of the normal distribution. */
  private static final double NORMAL_90 = 1.2816;

  /** Quantile for the smallest number of batches, where a false alarm would leave no result. */
  private static final double NORMAL_99 = 2.3263;

  private final double[] sums;
  private final double[] counts;

  /**
   * Creates batches of equal length, in order of time.
   *
   * @param sums y_i
   * @param counts n_i
   */
  BatchMeans(double[] sums, double[] counts) {
    this.sums = sums;
    this.counts = counts;
  }

  /** A ratio of sums, its standard error, and the number of batches. */
  record Ratio(double value, double error, int batches) {
    /** Returns half the width of the confidence interval at a level. */
    double margin(double level) {
      return error == 0 ? 0 : quantile(level) * error;
    }

    /** Returns the quantile of Student's t for a confidence level. */
    double quantile(double level) {
      return TDistribution.of(batches - 1.0).inverseSurvivalProbability((1 - level) / 2);
    }

    /**
     * Returns the effective sample size: the number of independent samples of this variance with
     * the same error, at most n.
     */
    double effectiveSamples(double variance, double n) {
      double squaredError = error * error;
      return squaredError * n <= variance ? n : variance / squaredError;
    }
  }

  /**
   * Returns the ratio; null if there are too few batches, or if even the longest batches are
   * correlated.
   */
  @Nullable Ratio ratio() {
    for (int group = 1; sums.length / group >= LEAST; group *= 2) {
      int k = sums.length / group;
      double[] residuals = residuals(group, k);
      if (autocorrelation(residuals) < (k < 2 * LEAST ? NORMAL_99 : NORMAL_90)) {
        double n = Arrays.stream(counts).sum();
        return new Ratio(
            Arrays.stream(sums).sum() / n, Math.sqrt(k / (k - 1.0) * squares(residuals)) / n, k);
      }
    }
    return null;
  }

  /** Returns the residuals of k groups of {@code group} batches; the last group takes the rest. */
  private double[] residuals(int group, int k) {
    double ratio = Arrays.stream(sums).sum() / Arrays.stream(counts).sum();
    double[] residuals = new double[k];
    for (int i = 0; i < sums.length; i++) {
      residuals[Math.min(i / group, k - 1)] += sums[i] - ratio * counts[i];
    }
    return residuals;
  }

  /** Von Neumann's ratio as a standard normal statistic; large if neighbors are correlated. */
  static double autocorrelation(double[] residuals) {
    double squares = squares(residuals);
    if (squares == 0) {
      return 0;
    }
    double steps = 0;
    for (int i = 1; i < residuals.length; i++) {
      steps += Math.pow(residuals[i] - residuals[i - 1], 2);
    }
    double k = residuals.length;
    return (1 - steps / (2 * squares)) * Math.sqrt((k * k - 1) / (k - 2));
  }

  private static double squares(double[] values) {
    return Arrays.stream(values).map(value -> value * value).sum();
  }
}
