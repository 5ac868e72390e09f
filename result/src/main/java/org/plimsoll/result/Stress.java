package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A figure relative to the bound of its objective, with its confidence interval. Values below 1
 * meet the objective.
 *
 * @param value the estimate
 * @param low lower end of the interval; {@code high} is the upper end
 */
public record Stress(
    @JsonProperty("stress") double value,
    @JsonProperty("stressLow") double low,
    @JsonProperty("stressHigh") double high) {
  /** The value if the stress is unknown. */
  public static final Stress UNKNOWN = new Stress(0, 0, Double.POSITIVE_INFINITY);

  /** Whether the whole interval meets the objective. */
  public boolean meets() {
    return high < 1;
  }

  /** Whether the whole interval misses the objective. */
  public boolean misses() {
    return low >= 1;
  }

  /** Whether the interval contains the bound, so that it is inconclusive. */
  public boolean straddles() {
    return !meets() && !misses();
  }
}
