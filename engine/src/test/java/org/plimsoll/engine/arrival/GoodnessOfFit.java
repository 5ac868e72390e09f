package org.plimsoll.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/**
 * Tests whether samples follow a fully specified distribution. Each test is run with ten seeds. The
 * significance level is 1 in 10,000 each, so it is 1 in 1,000 for all ten.
 */
final class GoodnessOfFit {
  /** The 99.99 % point of √n·D, whose upper tail is 2·exp(−2x²) (Kolmogorov 1933). */
  private static final double KOLMOGOROV_SMIRNOV = 2.226;

  /**
   * The 99.99 % point of A², extrapolated from 2.49, 3.86 and 6.00 at 95, 99 and 99.9 % (D'Agostino
   * and Stephens: Goodness-of-Fit Techniques, 1986, table 4.2).
   */
  private static final double ANDERSON_DARLING = 8.1;

  /** The 99.99 % point of a normal distribution, two-sided. */
  private static final double DEVIATIONS = 3.89;

  private GoodnessOfFit() {}

  /** Kolmogorov-Smirnov is sensitive in the middle, Anderson-Darling in the tails. */
  static void assertOfLaw(double[] samples, DoubleUnaryOperator law, String what) {
    double distance = KolmogorovSmirnovTest.withDefaults().statistic(samples, law);
    assertThat(distance * Math.sqrt(samples.length))
        .as("Kolmogorov-Smirnov of %s", what)
        .isLessThan(KOLMOGOROV_SMIRNOV);
    assertThat(andersonDarling(samples, law))
        .as("Anderson-Darling of %s", what)
        .isLessThan(ANDERSON_DARLING);
  }

  /** A² = −n − Σ (2i − 1)/n · (ln F(xᵢ) + ln(1 − F(xₙ₊₁₋ᵢ))), of sorted samples. */
  static double andersonDarling(double[] samples, DoubleUnaryOperator law) {
    double[] f = Arrays.stream(samples).sorted().map(law).toArray();
    int n = f.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double low = Math.max(f[i], Double.MIN_NORMAL);
      double high = Math.max(1 - f[n - 1 - i], Double.MIN_NORMAL);
      sum += (2 * i + 1) * (Math.log(low) + Math.log(high));
    }
    return -n - sum / n;
  }

  /**
   * Spearman's rank correlation of adjacent samples, which is normal with variance 1/n if they are
   * independent.
   */
  static void assertIndependentOfTheOneBefore(double[] samples, String what) {
    assertThat(Math.abs(lagOneRankCorrelation(samples)) * Math.sqrt(samples.length - 1.0))
        .as("deviations of the lag-1 rank correlation of %s", what)
        .isLessThan(DEVIATIONS);
  }

  static double lagOneRankCorrelation(double[] samples) {
    int n = samples.length;
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(samples[a], samples[b]));
    double[] ranks = new double[n];
    for (int i = 0; i < n; i++) {
      ranks[order[i]] = i - (n - 1) / 2.0;
    }
    double product = 0;
    double square = 0;
    for (int i = 0; i < n; i++) {
      square += ranks[i] * ranks[i];
      product += i + 1 < n ? ranks[i] * ranks[i + 1] : 0;
    }
    return product / square;
  }
}
