package org.plimsoll.fleet.control;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.OperationBeat;
import org.plimsoll.fleet.control.FleetMessage.OperationOrder;

/** The operations of a run's measurement at one member, which are granted in ranges. */
final class MemberOperations {
  private static final int HELD_MAX = 2;

  private final String run;
  private final LocalRuns local;
  private List<FillRange> held = List.of();

  /** Ranges that are used up or returned, until the coordinator knows it. */
  private List<FillRange> used = List.of();

  private List<FillRange> returned = List.of();
  private List<FillRange> usedByAll = List.of();
  private long known;
  private boolean asks;
  private boolean over;

  MemberOperations(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** The generator takes operations from now on. */
  void ask() {
    asks = true;
  }

  /** The generator has taken all operations of a range. */
  void used(FillRange range) {
    held = without(held, range);
    used = Positions.union(used, List.of(range));
  }

  /** The generator takes none of a range, and asks for no more. */
  void returned(FillRange range) {
    asks = false;
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
    if (order.over() && !over) {
      over = true;
      local.operationsOver(run);
    }
    return changed;
  }

  /** A range is granted whole, so it is known in all of its parts or in none. */
  private boolean isNew(FillRange granted) {
    return Stream.of(held, used, returned, usedByAll)
        .allMatch(each -> Positions.common(granted, each).isEmpty());
  }

  OperationBeat beat() {
    return new OperationBeat(used, returned, asks && !over && held.size() < HELD_MAX, known);
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
