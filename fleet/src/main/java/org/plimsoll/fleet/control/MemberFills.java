package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.RunOrder;

/** The ranges of a run's fills at one member, which are granted one at a time. */
final class MemberFills {
  private final String run;
  private final LocalRuns local;
  private final List<FillRange> held = new ArrayList<>();

  /** Ranges that are written, until the coordinator knows it. */
  private final List<FillRange> done = new ArrayList<>();

  private List<FillRange> doneByAll = List.of();

  MemberFills(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** The generator has written every row of a range. */
  void filled(FillRange range) {
    if (held.removeIf(range::samePositions)) {
      done.add(range);
    }
  }

  /** Nothing more is written. */
  void stop() {
    held.clear();
  }

  /**
   * Follows an order, which names every range that this node holds.
   *
   * @param takesPart whether the generator hears what others have written
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

  /** Positions that are known as written, by anyone. */
  List<FillRange> doneByAnyone() {
    return Positions.union(doneByAll, done);
  }
}
