package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * Ranks 0 to n - 1, rank r with weight 1 / (r + 1)^θ, exactly, by rejection-inversion (Hörmann and
 * Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions", ACM
 * TOMACS 6, 1996). Set-up takes no sum over the ranks; any θ &gt; 0 will do.
 *
 * <p>With h(x) = x^-θ and its integral H(x) = (x^(1-θ) - 1) / (1-θ), which is ln x at θ = 1, draw u
 * uniform on (H(1.5) - 1, H(n + 0.5)], invert it to x = H⁻¹(u) and round to the rank k. As h is
 * convex, the area under it on [k - 0.5, k + 0.5] is at least h(k): k is accepted if u falls in the
 * part of that area, of size h(k), next to k + 0.5. Where k - x is at most s = 2 - H⁻¹(H(2.5) -
 * h(2)) it does so without computing h. More than nine draws of ten pass that quick test.
 *
 * <p>Near θ = 1, H and its inverse go through {@code expm1} and {@code log1p}, as the plain forms
 * would cancel. u has 53 bits: ranks of probability below 2^-53 come in groups.
 */
final class ZipfianRanks {
  /** Closer to 1 than this, the plain logarithm would lose more than 1e-13. */
  private static final double NEAR_ONE = 1e-3;

  private final long count;
  private final double oneMinusExponent;
  private final double inverse;
  private final boolean plain;
  private final double integralAtEnd;
  private final double integralSpan;
  private final double quickly;

  ZipfianRanks(long count, double exponent) {
    this.count = count;
    this.oneMinusExponent = 1 - exponent;
    this.inverse = 1 / oneMinusExponent;
    this.plain = Math.abs(oneMinusExponent) >= NEAR_ONE;
    this.integralAtEnd = integral(count + 0.5);
    this.integralSpan = integral(1.5) - 1 - integralAtEnd;
    this.quickly = 2 - inverseIntegral(integral(2.5) - weight(2));
  }

  /** Draws a rank, 0 being the most popular. */
  long next(RandomGenerator random) {
    while (true) {
      double u = integralAtEnd + (random.nextLong() >>> 11) * 0x1p-53 * integralSpan;
      double x = inverseIntegral(u);
      // Rounding can leave the range at both ends; the cast saturates.
      long rank = Math.clamp((long) (x + 0.5), 1, count);
      if (rank - x <= quickly || u >= integral(rank + 0.5) - weight(rank)) {
        return rank - 1;
      }
    }
  }

  private double weight(double x) {
    return Math.exp((oneMinusExponent - 1) * Math.log(x));
  }

  private double integral(double x) {
    double log = Math.log(x);
    double power = oneMinusExponent * log;
    return power == 0 ? log : Math.expm1(power) / power * log;
  }

  private double inverseIntegral(double area) {
    // Rounding may take the argument just below -1, where x is beyond the last rank.
    double power = Math.max(-1, area * oneMinusExponent);
    if (plain) {
      return Math.exp(Math.log(1 + power) * inverse);
    }
    return power == 0 ? Math.exp(area) : Math.exp(Math.log1p(power) / power * area);
  }
}
