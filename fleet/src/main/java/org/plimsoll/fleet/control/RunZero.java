package org.plimsoll.fleet.control;

/**
 * The instant of run time 0 by the coordinator's clock: chosen by the coordinator that starts the
 * run, estimated from the beats by one that takes over. A beat that was in flight for some time
 * makes the estimate too late, so the earliest one is the best.
 */
final class RunZero {
  /** A coordinator that chose or will choose the instant itself. */
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

  /** The run starts soon. */
  void choose(long nowNanos) {
    zeroNanos = nowNanos + timings.startNanos();
    chosen = true;
  }

  /** A member has said what its run time is. */
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

  /** The instant for members that have not started; unknown while the estimate is a bad one. */
  long publishedNanos(long nowNanos) {
    boolean good = chosen || nowNanos > takenOverNanos + timings.settleNanos();
    return good ? zeroNanos : FleetMessage.UNKNOWN;
  }

  long entry() {
    return entry;
  }
}
