package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;

/** What a former member of this process has not delivered, of runs that were not heard of since. */
final class FormerRuns {
  private final List<FormerSeconds> waiting = new ArrayList<>();
  private long sinceNanos = FleetMessage.UNKNOWN;

  void add(List<FormerSeconds> seconds) {
    seconds.forEach(FormerSeconds::sendAgain);
    waiting.addAll(seconds);
  }

  /** Takes what belongs to a run, of which the fleet has told. */
  List<FormerSeconds> take(String run) {
    List<FormerSeconds> its = waiting.stream().filter(each -> each.run().equals(run)).toList();
    waiting.removeAll(its);
    return its;
  }

  List<FormerSeconds> all() {
    return List.copyOf(waiting);
  }

  /** Gives up runs that the fleet does not know any more. */
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
