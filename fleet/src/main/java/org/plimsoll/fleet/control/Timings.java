package org.plimsoll.fleet.control;

/**
 * Durations of the fleet's protocol, in nanoseconds.
 *
 * @param tickNanos interval of {@code tick} calls
 * @param leaseNanos time for which a member may send after the heartbeat that renewed its lease
 * @param beatNanos interval of a member's heartbeats
 * @param silenceNanos time without a heartbeat after which a member counts as unreachable
 * @param settleNanos time for which a new coordinator waits for the reports of reachable members
 * @param effectNanos time from the acceptance of a parameter to its effect
 * @param moveNanos time from the proposal of shares to their move
 * @param handOverNanos the same if no share is missing, which leaves time to move the bounds as
 *     well
 * @param startNanos time from the readiness of the last member to the start
 * @param repeatNanos time after which an order without acknowledgement is repeated
 * @param lateNanos time for which a merged second waits for members that have not delivered theirs
 */
public record Timings(
    long tickNanos,
    long leaseNanos,
    long beatNanos,
    long silenceNanos,
    long settleNanos,
    long effectNanos,
    long moveNanos,
    long handOverNanos,
    long startNanos,
    long repeatNanos,
    long lateNanos) {
  private static final long MILLI = 1_000_000;

  /**
   * Time after which all nodes forget an ended run, so that memory is bounded for any number of
   * runs.
   */
  static final long FORGET_NANOS = 300_000 * MILLI;

  /** The default values: a lease of 8 s and a heartbeat each second. */
  public static final Timings STANDARD =
      new Timings(
          50 * MILLI,
          8_000 * MILLI,
          1_000 * MILLI,
          3_000 * MILLI,
          1_000 * MILLI,
          100 * MILLI,
          200 * MILLI,
          500 * MILLI,
          1_000 * MILLI,
          200 * MILLI,
          2_000 * MILLI);

  /**
   * Checks that each duration is positive, and that a lease outlasts the choice of a new
   * coordinator.
   */
  public Timings {
    if (tickNanos <= 0
        || beatNanos <= 0
        || effectNanos <= 0
        || moveNanos <= 0
        || handOverNanos < moveNanos) {
      throw new IllegalArgumentException(
          "durations must be positive, and a hand-over must not be shorter than a move");
    }
    if (leaseNanos < silenceNanos + settleNanos + beatNanos) {
      throw new IllegalArgumentException(
          "`leaseNanos` must be at least silence + settle + beat, got `" + leaseNanos + "`");
    }
  }

  /**
   * Returns the time for which the coordinator treats a renewed lease as held: 1 % longer than the
   * lease, because a member's clock may be slower.
   */
  public long heldNanos() {
    return leaseNanos + leaseNanos / 100;
  }
}
