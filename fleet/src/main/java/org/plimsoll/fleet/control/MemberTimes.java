package org.plimsoll.fleet.control;

import org.plimsoll.fleet.control.FleetMessage.RunOrder;

/** The start of a run on a member, by the clock of its node, and the end of its generator. */
final class MemberTimes {
  private long zeroNanos = FleetMessage.UNKNOWN;

  /** The number of the journal entry about the start that the member knows. */
  private long knownEntry;

  /** The number of the journal entry about the start that the generator knows. */
  private long zeroEntry;

  private long startedNanos = FleetMessage.UNKNOWN;
  private long endedRunNanos = FleetMessage.UNKNOWN;
  private long endedEntry;

  /**
   * Records the ordered instant of run time 0; returns whether it is new. A node outside the run
   * also remembers it, for a coordinator that finds no other node.
   */
  boolean learn(RunOrder order, ClockSamples samples) {
    if (order.zeroEntry() <= knownEntry) {
      return false;
    }
    knownEntry = order.zeroEntry();
    zeroNanos = samples.toLocal(order.zeroNanos());
    return true;
  }

  /** Sets the instant for a generator; returns false if the generator has it. */
  boolean begin(RunOrder order, ClockSamples samples) {
    if (knownEntry <= zeroEntry) {
      return false;
    }
    zeroEntry = knownEntry;
    zeroNanos = samples.toLocal(order.zeroNanos());
    return true;
  }

  /** Whether the instant of run time 0 is known. */
  boolean isKnown() {
    return zeroNanos != FleetMessage.UNKNOWN;
  }

  /** Returns the instant of run time 0; {@link FleetMessage#UNKNOWN} before it is known. */
  long zeroNanos() {
    return zeroNanos;
  }

  /**
   * Returns the run time of an instant; {@link FleetMessage#UNKNOWN} before run time 0 is known.
   */
  long runNanos(long nowNanos) {
    return isKnown() ? nowNanos - zeroNanos : FleetMessage.UNKNOWN;
  }

  /** Records that the generator has started. */
  void started(long localNanos) {
    startedNanos = localNanos;
  }

  /**
   * Records that the generator has ended. Has no effect before run time 0 is known, or later.
   *
   * @param applied last entry whose parameters the generator has applied
   */
  void ended(long nowNanos, long applied) {
    if (endedRunNanos == FleetMessage.UNKNOWN && isKnown()) {
      endedRunNanos = runNanos(nowNanos);
      endedEntry = applied;
    }
  }

  /** Returns the run time at which the generator ended; unknown before its end. */
  long endedRunNanos() {
    return endedRunNanos;
  }

  /** Returns the last entry whose parameters the generator had applied at its end. */
  long endedEntry() {
    return endedEntry;
  }

  /** Returns the start of the generator by the coordinator's clock; unknown before it. */
  long startedNanos(ClockSamples samples) {
    return startedNanos == FleetMessage.UNKNOWN
        ? FleetMessage.UNKNOWN
        : samples.toCoordinator(startedNanos);
  }
}
