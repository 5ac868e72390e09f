package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;

/**
 * Undelivered results of an earlier member of this process, for runs that the new member does not
 * know yet.
 */
final class FormerRuns {
  private final List<FormerSeconds> waiting = new ArrayList<>();
  private long sinceNanos = FleetMessage.UNKNOWN;

  void add(List<FormerSeconds> seconds) {
    seconds.forEach(FormerSeconds::sendAgain);
    waiting.addAll(seconds);
  }

  /** Removes and returns the results of a run that has become known. */
  List<FormerSeconds> take(String run) {
    List<FormerSeconds> its = waiting.stream().filter(each -> each.run().equals(run)).toList();
    waiting.removeAll(its);
    return its;
  }

  List<FormerSeconds> all() {
    return List.copyOf(waiting);
  }

  /** Drops runs that the fleet no longer knows. */
  void expire(long nowNanos) {
    if (sinceNanos == FleetMessage.UNKNOWN) {
      sinceNanos = nowNanos;
    }
    if (nowNanos - sinceNanos > Timings.FORGET_NANOS) {
      waiting.forEach(FormerSeconds::forget);
      waiting.clear();
    }
  }
}
