package org.plimsoll.fleet.control;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.fleet.control.FleetMessage.OperationBeat;
import org.plimsoll.fleet.control.FleetMessage.OperationOrder;

/** The operations of a run's measurement on one member. Operations are granted in ranges. */
final class MemberOperations {
  private static final int HELD_MAX = 2;
  private static final FillRange NONE = new FillRange(0, 0, false);

  private final String run;
  private final LocalRuns local;
  private List<FillRange> held = List.of();

  /** Completed or returned ranges that the coordinator has not confirmed yet. */
  private List<FillRange> used = List.of();

  private List<FillRange> returned = List.of();
  private List<FillRange> usedByAll = List.of();
  private long known;

  /**
   * The operations for which the generator requests ranges; none before its request and after its
   * end.
   */
  private FillRange asked = NONE;

  /** Number below which no further operation is granted. */
  private long over;

  MemberOperations(String run, LocalRuns local) {
    this.run = run;
    this.local = local;
  }

  /** Requests ranges of these operations from now on. */
  void ask(FillRange operations) {
    asked = operations;
    if (over >= asked.to()) {
      local.operationsOver(run, over); // the generator joined too late for any of them
    }
  }

  /** Records that the generator has used all operations of a range. */
  void used(FillRange range) {
    held = without(held, range);
    used = Positions.union(used, List.of(range));
  }

  /** Returns a range unused, and requests no more operations of its iteration. */
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

  /** Applies the coordinator's orders. Returns whether the coordinator needs an answer at once. */
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

  /**
   * Whether a granted range is new. A range is granted as a whole, so either all or none of its
   * parts are known.
   */
  private boolean isNew(FillRange granted) {
    return Stream.of(held, used, returned, usedByAll)
        .allMatch(each -> Positions.common(granted, each).isEmpty());
  }

  OperationBeat beat() {
    boolean wants = asked.to() > over && held.size() < HELD_MAX;
    return new OperationBeat(used, returned, wants ? asked.to() : 0, known);
  }

  /** Returns the granted ranges that are neither completed nor returned. */
  List<FillRange> held() {
    return Positions.union(held, returned);
  }

  /** Returns all ranges that any generator has completed, as far as this node knows. */
  List<FillRange> usedByAnyone() {
    return Positions.union(usedByAll, used);
  }

  long known() {
    return known;
  }
}
