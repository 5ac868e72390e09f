package org.plimsoll.fleet.control;

/**
 * Durations of the fleet's protocol, in nanoseconds.
 *
 * @param tickNanos between two calls of {@code tick}
 * @param leaseNanos how long a member may send after the beat that was renewed
 * @param beatNanos between two beats of a member
 * @param silenceNanos after which a member that was not heard does not count as reachable
 * @param settleNanos how long a new coordinator waits for the reports of reachable members
 * @param effectNanos time from the acceptance of a parameter to its effect
 * @param moveNanos time from the proposal of shares to their move
 * @param startNanos time from the readiness of the last member to the start
 * @param repeatNanos after which an order that was not acknowledged is sent again
 * @param lateNanos how long a merged second waits for members that have not delivered theirs
 */
public record Timings(
    long tickNanos,
    long leaseNanos,
    long beatNanos,
    long silenceNanos,
    long settleNanos,
    long effectNanos,
    long moveNanos,
    long startNanos,
    long repeatNanos,
    long lateNanos) {
  private static final long MILLI = 1_000_000;

  /**
   * Time after which all nodes forget an ended run, so that memory does not grow with the number of
   * runs.
   */
  static final long FORGET_NANOS = 300_000 * MILLI;

  /** The values for use: a lease of 8 s, a beat each second. */
  public static final Timings STANDARD =
      new Timings(
          50 * MILLI,
          8_000 * MILLI,
          1_000 * MILLI,
          3_000 * MILLI,
          1_000 * MILLI,
          100 * MILLI,
          200 * MILLI,
          1_000 * MILLI,
          200 * MILLI,
          2_000 * MILLI);

  /** Checks that each duration is positive, and that a lease survives an election. */
  public Timings {
    if (tickNanos <= 0 || beatNanos <= 0 || effectNanos <= 0 || moveNanos <= 0) {
      throw new IllegalArgumentException("durations must be positive");
    }
    if (leaseNanos < silenceNanos + settleNanos + beatNanos) {
      throw new IllegalArgumentException(
          "`leaseNanos` must be at least silence + settle + beat, got `" + leaseNanos + "`");
    }
  }

  /**
   * Returns how long the coordinator considers a renewed lease as held: 1 % longer than the lease,
   * because a member's clock may be slower.
   */
  public long heldNanos() {
    return leaseNanos + leaseNanos / 100;
  }
}
