package org.plimsoll.fleet.control;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.OperationBeat;
import org.plimsoll.fleet.control.FleetMessage.OperationOrder;

/** The operations of a run's measurement at one member, which are granted in ranges. */
final class MemberOperations {
  private static final int HELD_MAX = 2;
  private static final FillRange NONE = new FillRange(0, 0, false);

  private final String run;
  private final LocalRuns local;
  private List<FillRange> held = List.of();

  /** Ranges that are used up or returned, until the coordinator knows it. */
  private List<FillRange> used = List.of();

  private List<FillRange> returned = List.of();
  private List<FillRange> usedByAll = List.of();
  private long known;

  /** Those of which the generator takes some; none before it asks, and after it has ended. */
  private FillRange asked = NONE;

  /** Nothing more is granted before it. */
  private long over;

  MemberOperations(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** The generator takes some of these operations from now on. */
  void ask(FillRange operations) {
    asked = operations;
    if (over >= asked.to()) {
      local.operationsOver(run, over); // it has joined too late for any of them
    }
  }

  /** The generator has taken all operations of a range. */
  void used(FillRange range) {
    held = without(held, range);
    used = Positions.union(used, List.of(range));
  }

  /** The generator takes none of a range, and asks for no more of its iteration. */
  void returned(FillRange range) {
    if (range.from() >= asked.from()) {
      asked = NONE;
    }
    held = without(held, range);
    returned = Positions.union(returned, List.of(range));
  }

  private static List<FillRange> without(List<FillRange> ranges, FillRange range) {
    return ranges.stream().flatMap(each -> Positions.minus(each, List.of(range)).stream()).toList();
  }

  /** Follows the coordinator's orders; returns whether it should hear at once what came of it. */
  boolean ordered(OperationOrder order) {
    boolean changed = order.known() > known;
    known = Math.max(known, order.known());
    usedByAll = order.used();
    used = used.stream().filter(each -> !Positions.contains(usedByAll, each)).toList();
    returned =
        returned.stream().filter(each -> !Positions.common(each, order.held()).isEmpty()).toList();
    for (FillRange granted : order.held()) {
      if (isNew(granted)) {
        held = Stream.concat(held.stream(), Stream.of(granted)).toList();
        local.operations(run, granted);
        changed = true;
      }
    }
    if (order.over() > over) {
      over = order.over();
      local.operationsOver(run, over);
    }
    return changed;
  }

  /** A range is granted whole, so it is known in all of its parts or in none. */
  private boolean isNew(FillRange granted) {
    return Stream.of(held, used, returned, usedByAll)
        .allMatch(each -> Positions.common(granted, each).isEmpty());
  }

  OperationBeat beat() {
    boolean wants = asked.to() > over && held.size() < HELD_MAX;
    return new OperationBeat(used, returned, wants ? asked.to() : 0, known);
  }

  /** Ranges of which operations may be taken, or were not returned. */
  List<FillRange> held() {
    return Positions.union(held, returned);
  }

  /** All ranges that are known to be used up, by anyone. */
  List<FillRange> usedByAnyone() {
    return Positions.union(usedByAll, used);
  }

  long known() {
    return known;
  }
}
