package org.plimsoll.api.sampling;

import java.util.random.RandomGenerator;

/**
 * Draws ranks from 0 to n - 1, rank r with weight 1 / (r + 1)^θ. It is exact, by
 * rejection-inversion (Hörmann and Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions", ACM TOMACS 6, 1996). The setup needs no sum over the ranks, and
 * θ may be any number above 0.
 *
 * <p>With h(x) = x^-θ and its integral H(x) = (x^(1-θ) - 1) / (1-θ), which is ln x at θ = 1, draw u
 * uniform on (H(1.5) - 1, H(n + 0.5)], invert it to x = H⁻¹(u) and round to the rank k. Since h is
 * convex, the area under it on [k - 0.5, k + 0.5] is at least h(k): k is accepted if u falls in the
 * part of that area, of size h(k), next to k + 0.5. If k - x is at most s = 2 - H⁻¹(H(2.5) - h(2)),
 * it is accepted without computing h.
 *
 * <p>The area exceeds h(k) by about θ(θ+1) / (24 k²) of it. From k = 2^27 (1+θ) on that is below
 * 2^-53, the resolution of u, so every k is accepted.
 *
 * <p>The range of u is divided into {@value #PIECES} pieces. In each, H⁻¹ is approximated by its
 * Taylor polynomial of degree {@value #DEGREE} about the middle, with a bound of the error. If that
 * error could change the rank or its acceptance, H⁻¹ is computed. So the polynomials change no
 * result, and logarithms are needed for about one draw in a hundred.
 *
 * <p>Near θ = 1, H and its inverse use {@code expm1} and {@code log1p}, because the plain forms
 * would suffer from cancellation. Since u has 53 bits, ranks with a probability below 2^-53 are
 * drawn in groups.
 *
 * <p>Immutable and thread-safe.
 */
public final class ZipfianRanks {
  /** Distance from 1 below which the plain logarithm would lose more than 1e-13. */
  private static final double NEAR_ONE = 1e-3;

  private static final int BITS = 53;
  private static final int PIECE_BITS = 8;
  private static final int PIECES = 1 << PIECE_BITS;
  private static final int DEGREE = 4;

  /** The factorial of DEGREE + 1. */
  private static final double FACTORIAL = 120;

  /** Half the length of a piece, in random bits. */
  private static final long HALF = 1L << (BITS - PIECE_BITS - 1);

  /** Numbers stored for a piece: the coefficients, then the error. */
  private static final int STRIDE = DEGREE + 2;

  /** Relative rounding error of a polynomial or of H⁻¹, with a margin. */
  private static final double ROUNDING = 1e-11;

  private final long count;
  private final double oneMinusExponent;
  private final double inverse;
  private final boolean plain;
  private final double integralAtEnd;
  private final double integralSpan;
  private final double quickly;
  private final double certain;

  /** The pieces of H⁻¹, as functions of the distance from the middle in random bits. */
  private final double[] pieces = new double[PIECES * STRIDE];

  /**
   * Creates a sampler at a cost that does not depend on the number of ranks.
   *
   * @param count n, at least 1
   * @param exponent θ, above 0
   */
  public ZipfianRanks(long count, double exponent) {
    if (count < 1 || !(exponent > 0) || exponent > 100) {
      throw new IllegalArgumentException(
          "zipfian ranks need a count of at least 1 and an exponent above 0 and at most 100, were "
              + count
              + " and "
              + exponent);
    }
    this.count = count;
    this.oneMinusExponent = 1 - exponent;
    this.inverse = 1 / oneMinusExponent;
    this.plain = Math.abs(oneMinusExponent) >= NEAR_ONE;
    this.integralAtEnd = integral(count + 0.5);
    this.integralSpan = integral(1.5) - 1 - integralAtEnd;
    this.quickly = 2 - inverseIntegral(integral(2.5) - weight(2));
    this.certain = 0x1p27 * (1 + exponent);
    for (int piece = 0; piece < PIECES; piece++) {
      approximate(piece, exponent);
    }
  }

  /** Draws a rank, 0 being the most popular. */
  public long next(RandomGenerator random) {
    while (true) {
      long bits = random.nextLong() >>> (Long.SIZE - BITS);
      int at = (int) (bits >>> (BITS - PIECE_BITS)) * STRIDE;
      double t = (double) ((bits & (2 * HALF - 1)) - HALF);
      double[] c = pieces;
      double near =
          c[at] + t * (c[at + 1] + t * (c[at + 2] + t * (c[at + 3] + t * c[at + DEGREE])));
      double error = c[at + DEGREE + 1];
      long nearRank = (long) (near + 0.5);
      double distance = nearRank - near;
      if (distance > error - 0.5 && distance < quickly - error && nearRank <= count) {
        return nearRank - 1;
      }
      double u = areaAt(bits);
      double x = inverseIntegral(u);
      long rank = rankAt(x);
      if (isAccepted(rank, x, u)) {
        return rank - 1;
      }
    }
  }

  /**
   * Stores the Taylor polynomial of H⁻¹ about the middle of a piece, and the bound of its error.
   */
  private void approximate(int piece, double exponent) {
    long from = (long) piece << (BITS - PIECE_BITS);
    double x = inverseIntegral(areaAt(from + HALF));
    double perBit = integralSpan * 0x1p-53;
    double scale = 1;
    int at = piece * STRIDE;
    pieces[at] = x;
    for (int k = 1; k <= DEGREE; k++) {
      scale *= perBit / k;
      pieces[at + k] = derivative(k, x, exponent) * scale;
    }
    // The derivative is monotone, so that it is largest at an end.
    double first = inverseIntegral(areaAt(from));
    double last = inverseIntegral(areaAt(from + 2 * HALF));
    int next = DEGREE + 1;
    double steepest =
        Math.max(
            Math.abs(derivative(next, first, exponent)),
            Math.abs(derivative(next, last, exponent)));
    double rest = steepest * Math.pow(Math.abs(perBit) * HALF, next) / FACTORIAL;
    double error = rest + ROUNDING * Math.max(first, last);
    pieces[at + next] = error >= 0 ? error : Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the k-th derivative of H⁻¹ at the value x: θ (2θ - 1) ... ((k - 1) θ - (k - 2)) x^(kθ -
   * (k - 1)).
   */
  private static double derivative(int k, double x, double exponent) {
    double factor = 1;
    for (int j = 1; j < k; j++) {
      factor *= j * exponent - (j - 1);
    }
    return factor * Math.pow(x, k * exponent - (k - 1));
  }

  /**
   * Returns the mean rank, counted from 1: Σ k^(1-θ) / Σ k^-θ, with integrals instead of the sums.
   */
  public double mean() {
    return sum(count, -oneMinusExponent) / sum(count, 1 - oneMinusExponent);
  }

  /**
   * Returns Σ k^-exponent for k from 1 to n: the sum of the first thousand terms, and an integral
   * for the others.
   */
  private static double sum(long count, double exponent) {
    double sum = 0;
    long head = Math.min(count, 1_000);
    for (long k = 1; k <= head; k++) {
      sum += Math.pow((double) k, -exponent);
    }
    if (head == count) {
      return sum;
    }
    double power = 1 - exponent;
    double span = Math.log((count + 0.5) / (head + 0.5));
    double tail =
        Math.abs(power) < 1e-9
            ? span
            : Math.pow(head + 0.5, power) * Math.expm1(power * span) / power;
    return sum + tail;
  }

  /** Returns u for 53 random bits; u decreases with the bits. */
  private double areaAt(long bits) {
    return integralAtEnd + bits * 0x1p-53 * integralSpan;
  }

  private long rankAt(double x) {
    // Rounding can leave the range at both ends; the cast saturates.
    return Math.clamp((long) (x + 0.5), 1, count);
  }

  private boolean isAccepted(long rank, double x, double u) {
    return rank - x <= quickly
        || rank >= certain
        || u >= integral(rank + 0.5) - weight((double) rank);
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
    // Rounding may put the argument just below -1, where x is beyond the last rank.
    double power = Math.max(-1, area * oneMinusExponent);
    if (plain) {
      return Math.exp(Math.log(1 + power) * inverse);
    }
    return power == 0 ? Math.exp(area) : Math.exp(Math.log1p(power) / power * area);
  }
}
