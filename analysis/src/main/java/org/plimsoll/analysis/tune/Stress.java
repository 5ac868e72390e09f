package org.plimsoll.analysis.tune;

/**
 * How near to its bound something is: 1 is the bound, and less is good.
 *
 * @param value the estimate
 * @param low the lower end of its interval, and {@code high} the upper
 */
public record Stress(double value, double low, double high) {
  /** Nothing is known. */
  static final Stress UNKNOWN = new Stress(0, 0, Double.POSITIVE_INFINITY);

  /** Whether the whole interval is on the good side. */
  boolean isBelow() {
    return high < 1;
  }

  /** Whether the whole interval is on the bad side. */
  boolean isAbove() {
    return low >= 1;
  }

  /** Whether the interval does not tell. */
  boolean straddles() {
    return !isBelow() && !isAbove();
  }
}
