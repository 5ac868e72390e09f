package org.plimsoll.analysis.consistency;

import org.plimsoll.result.ConsistencySummary.Share;

/**
 * The confidence interval of a share by the score test (Wilson, Probable inference, JASA 1927). It
 * contains all p for which |k/n − p| ≤ z √(p(1−p)/n). Its ends are the roots of a quadratic
 * equation, {@code (k + z²/2 ± z √(k(n−k)/n + z²/4)) / (n + z²)}. It is always within [0, 1], and
 * is also informative if k is 0 or n.
 */
final class Wilson {
  /** The 97.5 % quantile of the standard normal distribution. */
  private static final double Z = 1.959963984540054;

  private Wilson() {}

  /** Returns the share k of n with its 95 % confidence interval. */
  static Share of(long k, long n) {
    if (n == 0) {
      return new Share(null, null, null);
    }
    double middle = k + Z * Z / 2;
    double half = Z * Math.sqrt((double) k * (n - k) / n + Z * Z / 4);
    double whole = n + Z * Z;
    // Rounding must not exclude a share of exactly 0 or 1.
    double low = k == 0 ? 0 : Math.max(0, (middle - half) / whole);
    double high = k == n ? 1 : Math.min(1, (middle + half) / whole);
    return new Share((double) k / n, low, high);
  }
}
