package org.plimsoll.analysis.verdict;

/**
 * Little's law as a check of the books: operations in flight, added up over time, are the times
 * that operations were held, added up over operations (N·T = Σ held). It holds exactly for any
 * window that begins and ends with nothing in flight, whatever the distributions, because both
 * sides measure the same area. The left side is counted where calls are acquired and released, the
 * right side where answers are recorded; a completion that is lost or counted twice shows on one
 * side only.
 *
 * <p>What is not recorded exactly makes the right side a range: a call is held for at least its
 * service time and at most its response time; one that failed or timed out, for anything up to its
 * deadline and the time until its session is given up; what was under way when the window began,
 * for as long as any other.
 *
 * @param inFlightNanos calls in flight, added up over the window
 * @param heldNanosLeast times that they were held, at least, and {@code heldNanosMost} at most
 * @param calls how many calls there were
 */
public record LittlesLaw(
    double inFlightNanos, double heldNanosLeast, double heldNanosMost, long calls) {
  /** Histograms keep 3 digits, and the window's ends are read by a thread that may be late. */
  private static final double TOLERANCE = 0.1;

  /** From acquiring a call to its start, and from its end to its release: a few clock readings. */
  private static final double NANOS_PER_CALL = 10_000;

  /** How many times too high (or, below 1, too low) the calls in flight are; 1 when they agree. */
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
