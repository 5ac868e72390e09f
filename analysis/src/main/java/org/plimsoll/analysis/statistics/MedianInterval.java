package org.plimsoll.analysis.statistics;

import java.util.Arrays;

/**
 * A confidence interval for the median, from order statistics. Each of n independent values is
 * below the median with probability 1/2. The median is therefore between the k-th lowest and the
 * k-th highest value with probability 1 - 2 P(B &lt; k), where B is binomial with n and 1/2. The
 * distribution may have any form.
 *
 * @param low lower end of the 95 % interval; with fewer than 6 values, the interval is from the
 *     smallest to the largest
 * @param confidence probability of the interval; 0 for a single value
 */
public record MedianInterval(double median, double low, double high, double confidence) {
  private static final double WANTED = 0.95;

  /** Computes the interval of at least one value. */
  public static MedianInterval of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    int inner = 1;
    while (2 * (inner + 1) <= n && confidence(n, inner + 1) >= WANTED) {
      inner++;
    }
    return new MedianInterval(
        median, sorted[inner - 1], sorted[n - inner], n < 2 ? 0 : confidence(n, inner));
  }

  /**
   * Returns the probability that the median is between the k-th lowest and the k-th highest value.
   */
  private static double confidence(int n, int k) {
    double below = 0;
    double probability = Math.pow(0.5, n);
    for (int i = 0; i < k; i++) {
      below += probability;
      probability *= (double) (n - i) / (i + 1);
    }
    return 1 - 2 * below;
  }
}
