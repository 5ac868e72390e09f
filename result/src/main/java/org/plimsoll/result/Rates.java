package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The offered load of a period, and the throughput of the target, per second. An answer counts in
 * the period in which it arrives, so throughput never exceeds the target's capacity.
 *
 * @param offeredPerSecond operations that became due; null in results of earlier versions
 * @param throughputPerSecond operations that succeeded or found nothing, even after their deadline
 * @param goodputPerSecond operations answered before their deadline; null in results of earlier
 *     versions
 * @param bytesPerSecond payload of the answers; null for one scenario and for the probe of an
 *     interval
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Rates(
    @Nullable Double offeredPerSecond,
    double throughputPerSecond,
    @Nullable Double goodputPerSecond,
    @Nullable Double bytesPerSecond) {
  /** Returns the weighted mean of two periods; null if one of them lacks the figure. */
  public static Rates mean(Rates a, Rates b, double weightOfA) {
    return sum(a, weightOfA, b, 1 - weightOfA);
  }

  /** Returns the weighted sum of two rates; null if one of them lacks the figure. */
  public static Rates sum(Rates a, double weightOfA, Rates b, double weightOfB) {
    return new Rates(
        sum(a.offeredPerSecond, weightOfA, b.offeredPerSecond, weightOfB),
        a.throughputPerSecond * weightOfA + b.throughputPerSecond * weightOfB,
        sum(a.goodputPerSecond, weightOfA, b.goodputPerSecond, weightOfB),
        sum(a.bytesPerSecond, weightOfA, b.bytesPerSecond, weightOfB));
  }

  private static @Nullable Double sum(
      @Nullable Double a, double weightOfA, @Nullable Double b, double weightOfB) {
    return a == null || b == null ? null : (Double) (a * weightOfA + b * weightOfB);
  }
}
