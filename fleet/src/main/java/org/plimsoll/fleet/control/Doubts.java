package org.plimsoll.fleet.control;

/**
 * Whether a coordinator has a reason to think that the cluster has chosen another one: it was
 * stopped for a while, or does not hear most nodes. The cluster tells it so a little later. Until
 * then, it must not go above the term of its successor, which the members would leave.
 */
final class Doubts {
  private final Timings timings;
  private long lookedNanos;
  private long stoppedNanos = FleetMessage.UNKNOWN;
  private long refusedNanos = FleetMessage.UNKNOWN;

  Doubts(Timings timings, long nowNanos) {
    this.timings = timings;
    this.lookedNanos = nowNanos;
  }

  /** Called before all else, so that a process that was stopped notices it. */
  void look(long nowNanos) {
    if (nowNanos - lookedNanos > timings.silenceNanos()) {
      stoppedNanos = nowNanos;
    }
    lookedNanos = nowNanos;
  }

  /**
   * Whether to wait after a member has named a higher term. Who is still chosen after a lease goes
   * above it.
   *
   * @param isAlone whether it does not hear most nodes, though it has had the time to
   */
  boolean waits(boolean isAlone, long nowNanos) {
    boolean wasStopped =
        stoppedNanos != FleetMessage.UNKNOWN && nowNanos - stoppedNanos < timings.leaseNanos();
    if (!isAlone && !wasStopped) {
      return false;
    }
    if (refusedNanos == FleetMessage.UNKNOWN) {
      refusedNanos = nowNanos;
    }
    return nowNanos - refusedNanos < timings.leaseNanos();
  }

  /** It has a term that no member has refused. */
  void resolved() {
    refusedNanos = FleetMessage.UNKNOWN;
  }
}
