package org.plimsoll.analysis.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * A nonparametric comparison of two samples: shift, confidence interval, p-value and effect size.
 *
 * <p>With m values a and n values b, the shift is the median of all m·n differences a−b (Hodges and
 * Lehmann, <em>Estimates of location based on rank tests</em>, Annals of Mathematical Statistics
 * 34, 1963). The p-value comes from the Mann-Whitney test, of U = #(a&gt;b) + #(a=b)/2, exact for
 * few values without ties. The interval contains the shifts that the test does not reject. It
 * ranges from the c-th smallest difference to the c-th largest, with the largest c for which P(U ≤
 * c−1) is at most (1 − level)/2. So test and interval agree. A bootstrap over so few values would
 * be too narrow: 4 values can be drawn in only 35 ways.
 *
 * @param shift estimate of a−b; {@code low} and {@code high} are its confidence interval
 * @param probability two-sided p-value
 * @param cliffsDelta (#(a&gt;b) − #(a&lt;b)) / (m·n) (Cliff 1993): −1 if all a are below all b, 1
 *     if all are above
 */
public record TwoSamples(
    double shift, double low, double high, double probability, double cliffsDelta) {
  /**
   * Maximum number of pairs for the exact distribution; beyond it, the normal approximation of U is
   * accurate enough.
   */
  private static final int EXACT_PAIRS = 2500;

  /** Compares a with b; both have at least one value, all finite. */
  public static TwoSamples of(double[] a, double[] b, double level) {
    double[] differences = new double[a.length * b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        differences[i * b.length + j] = a[i] - b[j];
      }
    }
    Arrays.sort(differences);
    int pairs = differences.length;
    int c = Math.max(1, order(a.length, b.length, (1 - level) / 2));
    double above = Arrays.stream(differences).filter(difference -> difference > 0).count();
    double below = Arrays.stream(differences).filter(difference -> difference < 0).count();
    return new TwoSamples(
        median(differences),
        differences[c - 1],
        differences[pairs - c],
        above + below == 0 ? 1 : MannWhitneyUTest.withDefaults().test(a, b).getPValue(),
        (above - below) / pairs);
  }

  /**
   * Returns the smallest possible p-value for m and n values, reached if all a are above or below
   * all b.
   */
  public static double leastProbability(int m, int n) {
    double orders = 1;
    for (int i = 1; i <= m; i++) {
      orders *= (double) (n + i) / i;
    }
    return Math.min(1, 2 / orders);
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the largest c with P(U ≤ c−1) ≤ tail; 0 if there is none. */
  private static int order(int m, int n, double tail) {
    if (m * n > EXACT_PAIRS) {
      double deviation = Math.sqrt(m * (double) n * (m + n + 1) / 12);
      double z = NormalDistribution.of(0, 1).inverseCumulativeProbability(tail);
      return (int) Math.floor(m * n / 2.0 + z * deviation);
    }
    double[] orders = orders(m, n);
    double all = Arrays.stream(orders).sum();
    double sum = 0;
    int c = 0;
    while (sum + orders[c] <= tail * all) {
      sum += orders[c++];
    }
    return c;
  }

  /**
   * Returns for each U from 0 to m·n the number of orders of m and n values that have it: the
   * coefficients of the Gaussian binomial ∏ (1−q^(n+i)) / (1−q^i) for i = 1 … m.
   */
  private static double[] orders(int m, int n) {
    double[] orders = new double[m * n + 1];
    orders[0] = 1;
    for (int i = 1; i <= m; i++) {
      for (int u = m * n; u >= n + i; u--) {
        orders[u] -= orders[u - n - i];
      }
      for (int u = i; u <= m * n; u++) {
        orders[u] += orders[u - i];
      }
    }
    return orders;
  }
}
