package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * Draws integers from 0 to n - 1 with weights e^(-λ k), by inversion. The weights up to k sum to a
 * share (1 - e^(-λ (k+1))) / (1 - e^(-λ n)), so k is ⌊ln(1 - u (1 - e^(-λ n))) / -λ⌋ for u uniform
 * on [0, 1).
 */
final class TruncatedExponential {
  private TruncatedExponential() {}

  /**
   * Draws a number.
   *
   * @param falls -λ, below 0
   */
  static long floor(RandomGenerator random, double falls, long count) {
    double share = -Math.expm1(falls * count);
    double u = random.nextDouble();
    // Rounding could reach the end; the cast saturates.
    return Math.min(count - 1, (long) (Math.log1p(-u * share) / falls));
  }
}
