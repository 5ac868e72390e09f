package org.plimsoll.analysis.tune;

/**
 * A figure relative to its bound, with its interval: 1 is the bound, and less is good.
 *
 * @param value the estimate
 * @param low lower end of its interval; {@code high} is the upper end
 */
record Stress(double value, double low, double high) {
  /** A stress that is unknown. */
  static final Stress UNKNOWN = new Stress(0, 0, Double.POSITIVE_INFINITY);

  /** Whether the whole interval is on the good side. */
  boolean isBelow() {
    return high < 1;
  }

  /** Whether the whole interval is on the bad side. */
  boolean isAbove() {
    return low >= 1;
  }

  /** Whether the interval contains the bound, so that it is inconclusive. */
  boolean straddles() {
    return !isBelow() && !isAbove();
  }
}
