package org.plimsoll.fleet.control;

/**
 * The instant of run time 0 by the coordinator's clock: chosen by the coordinator that starts the
 * run, estimated from the beats by one that takes over. A beat that was in flight for some time
 * makes the estimate too late, so the earliest one is the best.
 */
final class RunZero {
  /** The first term in which the coordinator chooses the instant itself. */
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
