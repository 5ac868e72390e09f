package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the level of a series changes, and where its warm-up ends.
 *
 * <p>The sums of deviations from the mean, S_k = Σ_{i≤k} (y_i − mean), walk like a Brownian bridge
 * when the level is one: max|S_k| / (σ√n) is above x with the probability 2Σ(−1)^(j−1) e^(−2j²x²)
 * (Page 1954; Csörgő and Horváth, <em>Limit Theorems in Change-Point Analysis</em>, 1997). The
 * largest |S_k| tells the change; each side is then looked at by itself. σ² is the variance about
 * the lines through the two sides, since a level that drifts would else hide itself as noise, times
 * (1+r)/(1−r) for the likeness r of neighbours, as that of a first-order autoregression. A change
 * counts if chance makes it once in a thousand series, and if it matters.
 *
 * <p>Warm-up ends where the remaining points tell their mean best: at the d with the least
 * Σ_{i>d}(y_i − mean_d)² / (n−d)² (MSER; White, Cobb and Spratt 2000), of means of five where there
 * are fifty points.
 */
public final class ChangePoints {
  /** Fewer points make no level. */
  static final int SEGMENT_LEAST = 4;

  /** Of fewer points the variance is not known well enough: chance makes changes more often. */
  static final int SERIES_LEAST = 20;

  private static final double PROBABILITY = 0.001;
  private static final double LIKENESS_MOST = 0.9;

  /** Two lines have two each. */
  private static final int LINE_PARAMETERS = 4;

  private static final int BATCH = 5;
  private static final int POINTS_FOR_BATCHES = 50;

  private ChangePoints() {}

  /**
   * The first points of new levels, ascending.
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

  /** About the lines on both sides of the change, for long sums. */
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
    double likeness = squares == 0 ? 0 : Math.clamp(products / squares, 0, LIKENESS_MOST);
    return squares / (residuals.length - LINE_PARAMETERS) * (1 + likeness) / (1 - likeness);
  }

  /** What the line of least squares through some points leaves of them. */
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

  /** Of a Brownian bridge that goes farther than x. */
  static double probability(double x) {
    double sum = 0;
    for (int j = 1; j <= 20; j++) {
      sum += (j % 2 == 1 ? 2 : -2) * Math.exp(-2.0 * j * j * x * x);
    }
    return Math.clamp(sum, 0, 1);
  }

  /** How many of the first points to leave out; more than half means that there is no end. */
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
