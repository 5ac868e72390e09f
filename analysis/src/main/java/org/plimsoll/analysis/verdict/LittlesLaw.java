package org.plimsoll.analysis.verdict;

/**
 * Checks the accounting by Little's law: operations in flight integrated over time equal the sum of
 * the times that operations were held (N·T = Σ held). It holds exactly for any window that starts
 * and ends with nothing in flight, for any distribution, because both sides measure the same area.
 * The left side is counted where calls are acquired and released, the right side where responses
 * are recorded. A completion that is lost or counted twice affects one side only.
 *
 * <p>Times that are not recorded exactly make the right side a range. A call is held for at least
 * its service time and at most its response time. One that failed or timed out is held for any time
 * up to its deadline plus the time until its session is abandoned. Calls in flight at the start of
 * the window are held as long as any other.
 *
 * @param inFlightNanos calls in flight, integrated over the window
 * @param heldNanosLeast lower bound of the total time that calls were held; {@code heldNanosMost}
 *     is the upper bound
 * @param calls number of calls
 */
public record LittlesLaw(
    double inFlightNanos, double heldNanosLeast, double heldNanosMost, long calls) {
  /**
   * Relative tolerance, since histograms have 3 digits and the thread that reads the window's ends
   * may be late.
   */
  private static final double TOLERANCE = 0.1;

  /**
   * Time from acquiring a call to its start and from its end to its release: a few clock readings.
   */
  private static final double NANOS_PER_CALL = 10_000;

  /**
   * Returns the factor by which the calls in flight are too high or, below 1, too low; 1 if they
   * agree.
   */
  public double excess() {
    double slackNanos = calls * NANOS_PER_CALL;
    double most = heldNanosMost * (1 + TOLERANCE) + slackNanos;
    double least = heldNanosLeast * (1 - TOLERANCE) - slackNanos;
    if (inFlightNanos > most) {
      return inFlightNanos / Math.max(1, heldNanosMost);
    }
    return inFlightNanos < least ? inFlightNanos / heldNanosLeast : 1;
  }
}
