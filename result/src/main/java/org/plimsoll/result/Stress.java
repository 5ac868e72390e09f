package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A figure relative to its bound, with its interval: 1 is the bound, and less is good.
 *
 * @param value the estimate
 * @param low lower end of its interval; {@code high} is the upper end
 */
public record Stress(
    @JsonProperty("stress") double value,
    @JsonProperty("stressLow") double low,
    @JsonProperty("stressHigh") double high) {
  /** A stress that is unknown. */
  public static final Stress UNKNOWN = new Stress(0, 0, Double.POSITIVE_INFINITY);

  /** Whether the whole interval is on the good side. */
  public boolean meets() {
    return high < 1;
  }

  /** Whether the whole interval is on the bad side. */
  public boolean misses() {
    return low >= 1;
  }

  /** Whether the interval contains the bound, so that it is inconclusive. */
  public boolean straddles() {
    return !meets() && !misses();
  }
}
