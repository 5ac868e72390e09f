package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;

/** The fill ranges of a run on one member. Ranges are granted one at a time. */
final class MemberFills {
  private final String run;
  private final LocalRuns local;
  private final List<FillRange> held = new ArrayList<>();

  /** Written ranges that the coordinator has not confirmed yet. */
  private final List<FillRange> done = new ArrayList<>();

  private List<FillRange> doneByAll = List.of();

  MemberFills(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** Records that the generator has written all rows of a range. */
  void filled(FillRange range) {
    if (held.removeIf(range::samePositions)) {
      done.add(range);
    }
  }

  /** Stops writing. */
  void stop() {
    held.clear();
  }

  /**
   * Applies an order, which contains all ranges granted to this node.
   *
   * @param takesPart whether the generator is in the run and must be informed about written ranges
   */
  void ordered(RunOrder order, boolean takesPart) {
    if (!doneByAll.equals(order.fillDone())) {
      doneByAll = order.fillDone();
      if (takesPart) {
        local.filledByAll(run, doneByAll);
      }
    }
    done.removeIf(each -> Positions.contains(order.fillDone(), each));
    for (FillRange each : List.copyOf(held)) {
      if (order.fill().stream().noneMatch(each::samePositions)) {
        held.remove(each);
        local.fillRevoked(run, each);
      }
    }
    for (FillRange granted : order.fill()) {
      boolean known =
          held.stream().anyMatch(granted::samePositions)
              || done.stream().anyMatch(granted::samePositions);
      if (!known) {
        held.add(granted);
        local.fill(run, granted);
      }
    }
  }

  boolean isFree() {
    return held.isEmpty();
  }

  List<FillRange> held() {
    return List.copyOf(held);
  }

  List<FillRange> done() {
    return List.copyOf(done);
  }

  /** Returns the positions that any generator has written, as far as this node knows. */
  List<FillRange> doneByAnyone() {
    return Positions.union(doneByAll, done);
  }
}
