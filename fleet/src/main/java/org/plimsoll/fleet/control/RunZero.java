package org.plimsoll.fleet.control;

/**
 * The instant of run time 0 by the coordinator's clock. The coordinator that starts the run chooses
 * it; one that takes over estimates it from heartbeats. A delayed heartbeat makes the estimate too
 * late, so the earliest estimate is the best.
 */
final class RunZero {
  /** The take-over time of the coordinator that starts the run, and so chooses the instant. */
  static final long FIRST_TERM = Long.MIN_VALUE;

  private final Timings timings;
  private final long takenOverNanos;
  private long zeroNanos = FleetMessage.UNKNOWN;
  private boolean chosen;
  private long entry;

  RunZero(Timings timings, long takenOverNanos) {
    this.timings = timings;
    this.takenOverNanos = takenOverNanos;
  }

  /** Chooses an instant shortly ahead. */
  void choose(long nowNanos) {
    zeroNanos = nowNanos + timings.startNanos();
    chosen = true;
  }

  /** Receives the run time of a member. */
  void heard(long runNanos, long nowNanos) {
    if (!chosen && (isUnknown() || nowNanos - runNanos < zeroNanos)) {
      zeroNanos = nowNanos - runNanos;
    }
  }

  void startedBy(long startEntry) {
    entry = startEntry;
  }

  boolean isUnknown() {
    return zeroNanos == FleetMessage.UNKNOWN;
  }

  boolean isFirstTerm() {
    return takenOverNanos == FIRST_TERM;
  }

  long runNanos(long nowNanos) {
    return nowNanos - zeroNanos;
  }

  /**
   * Returns the instant for members that have not started; unknown while the estimate is too
   * inexact.
   */
  long publishedNanos(long nowNanos) {
    boolean good = chosen || nowNanos > takenOverNanos + timings.settleNanos();
    return good ? zeroNanos : FleetMessage.UNKNOWN;
  }

  long entry() {
    return entry;
  }
}
