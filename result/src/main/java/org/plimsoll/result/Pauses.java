package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The pauses of a process by garbage collection, safepoints or the operating system.
 *
 * @param count number of pauses
 * @param totalNanos total length of the pauses
 * @param longestNanos length of the longest
 */
@JsonPropertyOrder({"pauseNanosMax", "pauseNanosTotal", "pauses"})
public record Pauses(
    @JsonProperty("pauses") long count,
    @JsonProperty("pauseNanosTotal") long totalNanos,
    @JsonProperty("pauseNanosMax") long longestNanos) {
  /** The value for no pauses. */
  public static final Pauses NONE = new Pauses(0, 0, 0);

  /** Returns the sum of the pauses of two periods. */
  public Pauses plus(Pauses other) {
    return new Pauses(
        count + other.count,
        totalNanos + other.totalNanos,
        Math.max(longestNanos, other.longestNanos));
  }
}
