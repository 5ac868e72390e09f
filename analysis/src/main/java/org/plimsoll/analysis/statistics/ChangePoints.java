package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds change points of a series and the end of its warm-up.
 *
 * <p>The sums of deviations from the mean, S_k = Σ_{i≤k} (y_i − mean), behave like a Brownian
 * bridge if the level is constant: max|S_k| / (σ√n) is above x with the probability 2Σ(−1)^(j−1)
 * e^(−2j²x²) (Page 1954; Csörgő and Horváth, <em>Limit Theorems in Change-Point Analysis</em>,
 * 1997). The largest |S_k| locates the change. Each side is then examined separately. σ² is the
 * variance about regression lines through the two sides, since a drifting level would otherwise
 * look like noise. It is multiplied by (1+r)/(1−r) for the lag-1 autocorrelation r of a first-order
 * autoregression. A change counts if its p-value is below 0.001 and it is large enough to matter.
 *
 * <p>Warm-up ends where the mean of the remaining points is most precise: at the d that minimizes
 * Σ_{i>d}(y_i − mean_d)² / (n−d)² (MSER; White, Cobb and Spratt 2000). With fifty points or more,
 * the means of five points are used.
 */
final class ChangePoints {
  /** Minimum number of points of a level. */
  static final int SEGMENT_LEAST = 4;

  /**
   * Minimum length of a series; with fewer points the variance is too uncertain, and false alarms
   * are more frequent.
   */
  static final int SERIES_LEAST = 20;

  private static final double PROBABILITY = 0.001;
  private static final double AUTOCORRELATION_MOST = 0.9;

  /** Number of parameters of the two regression lines. */
  private static final int LINE_PARAMETERS = 4;

  private static final int BATCH = 5;
  private static final int POINTS_FOR_BATCHES = 50;

  private ChangePoints() {}

  /**
   * Returns the first points of new levels, ascending.
   *
   * @param least the smallest difference of levels that matters
   */
  public static List<Integer> of(double[] series, double least) {
    List<Integer> changes = new ArrayList<>();
    split(series, 0, series.length, least, changes);
    return changes;
  }

  private static void split(double[] y, int from, int to, double least, List<Integer> changes) {
    int n = to - from;
    if (n < SERIES_LEAST) {
      return;
    }
    double mean = mean(y, from, to);
    double sum = 0;
    double farthest = 0;
    int at = -1;
    for (int i = from; i < to - SEGMENT_LEAST; i++) {
      sum += y[i] - mean;
      if (i + 1 - from >= SEGMENT_LEAST && Math.abs(sum) > farthest) {
        farthest = Math.abs(sum);
        at = i + 1;
      }
    }
    if (at < 0 || Math.abs(mean(y, at, to) - mean(y, from, at)) < least) {
      return;
    }
    double sigma = Math.sqrt(variance(y, from, at, to));
    if (sigma > 0 && probability(farthest / (sigma * Math.sqrt(n))) > PROBABILITY) {
      return;
    }
    split(y, from, at, least, changes);
    changes.add(at);
    split(y, at, to, least, changes);
  }

  /** Returns the long-run variance about the lines on both sides of the change. */
  private static double variance(double[] y, int from, int at, int to) {
    double[] residuals = new double[to - from];
    subtractLine(y, from, at, residuals, 0);
    subtractLine(y, at, to, residuals, at - from);
    double squares = 0;
    double products = 0;
    for (int i = 0; i < residuals.length; i++) {
      squares += residuals[i] * residuals[i];
      products += i == 0 ? 0 : residuals[i] * residuals[i - 1];
    }
    double autocorrelation =
        squares == 0 ? 0 : Math.clamp(products / squares, 0, AUTOCORRELATION_MOST);
    return squares
        / (residuals.length - LINE_PARAMETERS)
        * (1 + autocorrelation)
        / (1 - autocorrelation);
  }

  /** Computes the residuals of a range of points from their regression line. */
  private static void subtractLine(double[] y, int from, int to, double[] residuals, int at) {
    double mean = mean(y, from, to);
    double middle = (from + to - 1) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = from; i < to; i++) {
      products += (i - middle) * (y[i] - mean);
      squares += (i - middle) * (i - middle);
    }
    double slope = squares == 0 ? 0 : products / squares;
    for (int i = from; i < to; i++) {
      residuals[at + i - from] = y[i] - mean - slope * (i - middle);
    }
  }

  /** Returns the probability that the maximum of a Brownian bridge exceeds x. */
  static double probability(double x) {
    double sum = 0;
    for (int j = 1; j <= 20; j++) {
      sum += (j % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * j * j * x * x);
    }
    return Math.clamp(sum, 0, 1);
  }

  /**
   * Returns the number of first points to omit as warm-up. If it is more than half, the warm-up
   * does not end.
   */
  static int warmUp(double[] series) {
    int batch = series.length < POINTS_FOR_BATCHES ? 1 : BATCH;
    int n = series.length / batch;
    double[] means = new double[n];
    for (int i = 0; i < n; i++) {
      means[i] = mean(series, i * batch, (i + 1) * batch);
    }
    double least = Double.POSITIVE_INFINITY;
    int best = 0;
    for (int d = 0; d <= n - SEGMENT_LEAST; d++) {
      double mean = mean(means, d, n);
      double squares = 0;
      for (int i = d; i < n; i++) {
        squares += (means[i] - mean) * (means[i] - mean);
      }
      double error = squares / ((double) (n - d) * (n - d));
      if (error < least) {
        least = error;
        best = d;
      }
    }
    return best * batch;
  }

  private static double mean(double[] y, int from, int to) {
    return Arrays.stream(y, from, to).average().orElse(0);
  }
}
