package org.plimsoll.fleet.control;

/**
 * Tracks whether the cluster may have chosen another coordinator: this one was paused, or does not
 * hear from a majority of nodes. Until the cluster has confirmed this coordinator, it must not
 * raise its term above the term of a possible successor.
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

  /** Detects that the process was paused. Must be called before anything else. */
  void look(long nowNanos) {
    if (nowNanos - lookedNanos > timings.silenceNanos()) {
      stoppedNanos = nowNanos;
    }
    lookedNanos = nowNanos;
  }

  /**
   * Whether to wait before the term is raised, after a member has reported a higher one. The term
   * is raised if this coordinator is still the chosen one after one lease duration.
   *
   * @param isAlone whether the coordinator does not hear from a majority of nodes, although there
   *     was enough time
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

  /** Called when no member has rejected the term. */
  void resolved() {
    refusedNanos = FleetMessage.UNKNOWN;
  }
}
