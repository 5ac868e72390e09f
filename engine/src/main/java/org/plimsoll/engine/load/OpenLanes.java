package org.plimsoll.engine.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalProcesses;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/** The lanes of an open load, which follow its parameters. Used by the pacer's thread. */
final class OpenLanes {
  /** Maximum number of operations of other generators that are passed in a row. */
  private static final int PASSED_MAX = 1 << 14;

  private final Lanes sources;
  private final List<Backlog> backlogs;
  private final TargetRate target;
  private final long seed;
  private final PhasePlan plan;
  private final List<OpenLane> lanes = new ArrayList<>();
  private @Nullable Parameters applied;

  /**
   * Creates an empty set of lanes; parameters are applied later.
   *
   * @param backlogs one backlog for all lanes, or one per lane
   * @param target receives the requested rates
   */
  OpenLanes(Lanes sources, List<Backlog> backlogs, TargetRate target, long seed, PhasePlan plan) {
    this.sources = sources;
    this.backlogs = backlogs;
    this.target = target;
    this.seed = seed;
    this.plan = plan;
  }

  /** The parameters that the lanes follow; null before the first. */
  @Nullable Parameters applied() {
    return applied;
  }

  /** Returns the lane whose next operation is due first. */
  OpenLane earliest() {
    OpenLane earliest = lanes.getFirst();
    for (int i = 1; i < lanes.size(); i++) {
      OpenLane lane = lanes.get(i);
      if (lane.dueNanos() - earliest.dueNanos() < 0) {
        earliest = lane;
      }
    }
    return earliest;
  }

  /**
   * Walks past the operations of others, in the order in which they are due. Returns the lane whose
   * next operation is this generator's, ends the measurement, or is due at or after an instant.
   */
  OpenLane earliestOwn(long untilNanos, long originNanos) {
    OpenLane lane = earliest();
    for (int passed = 0; passed < PASSED_MAX; passed++) {
      long dueNanos = lane.dueNanos();
      if (lane.isOwn(originNanos) || dueNanos - untilNanos >= 0 || isComplete(lane)) {
        return lane;
      }
      lane.walk().advance();
      lane = earliest();
    }
    return lane;
  }

  /** Whether all operations of the measurement are due before the lane's next one. */
  boolean isComplete(OpenLane lane) {
    if (!plan.countsSchedule() || lane.dueNanos() - plan.measureNanos() < 0) {
      return false;
    }
    long before = 0;
    for (OpenLane each : lanes) {
      before += each.walk().measured();
    }
    return plan.isComplete(before);
  }

  /**
   * Applies parameters; pending gaps are stretched to the new rates. A lane that is added during
   * the load starts now with its first gap; a removed lane sends nothing more.
   *
   * @param arena takes back the slots of removed lanes
   * @param shares the owners of all operations
   * @param fromNanos instant from which the parameters apply
   * @param startNanos start of the load
   * @param originNanos start of the run time
   */
  void apply(
      Parameters next,
      Arena arena,
      ShareView shares,
      long fromNanos,
      long startNanos,
      long originNanos) {
    Parameters before = applied;
    // Due operations wait during this time, so a workload is compiled only if it has changed.
    List<OperationSource> compiled =
        before != null && next.hasOperationsOf(before)
            ? lanes.stream().map(OpenLane::source).toList()
            : sources.of(next);
    while (lanes.size() > next.lanes().size()) {
      lanes.removeLast().leave(arena, fromNanos);
    }
    for (int i = 0; i < next.lanes().size(); i++) {
      if (i == lanes.size()) {
        long firstNanos = before == null ? startNanos : fromNanos;
        OpenLane lane = newLane(i, next, compiled.get(i), shares, firstNanos);
        lane.follow(originNanos, firstNanos);
        lane.sides(next.lanes().get(i), originNanos, firstNanos);
        lanes.add(lane);
      } else {
        OpenLane lane = lanes.get(i);
        if (before != null) {
          long atNanos = lane.walk().returnTo(fromNanos) ? fromNanos : lane.dueNanos();
          change(lane, before, next, atNanos, originNanos);
        }
        if (!shares.isAll()) {
          lane.shares(shares.ofLane(next, i));
        }
        lane.source(compiled.get(i));
        lane.sides(next.lanes().get(i), originNanos, fromNanos);
      }
    }
    applied = next;
  }

  /** Replaces the owners of the operations. */
  void shares(ShareView shares) {
    Parameters now = applied;
    if (now != null) {
      lanes.forEach(lane -> lane.shares(shares.ofLane(now, lane.number())));
    }
  }

  /** Sets the target rates to this generator's share at an instant. */
  void follow(long originNanos, long atNanos) {
    lanes.forEach(lane -> lane.follow(originNanos, atNanos));
  }

  /**
   * Creates a lane. The clock of its rate starts with the measurement, or now if that has started.
   */
  private OpenLane newLane(
      int number, Parameters now, OperationSource source, ShareView shares, long fromNanos) {
    RateShape shape = RateShape.of(now.lanes().get(number).rate());
    boolean isFirst = applied == null || plan.measureNanos() - fromNanos > 0;
    long clockNanos = isFirst ? plan.measureNanos() : fromNanos;
    LaneWalk walk =
        new LaneWalk(
            process(number, now),
            shape,
            clockNanos,
            fromNanos,
            !shares.isAll(),
            plan.measureNanos());
    Backlog backlog = backlogs.get(Math.min(number, backlogs.size() - 1));
    return new OpenLane(
        number, backlog, walk, shares.ofLane(now, number), shape, clockNanos, target, source);
  }

  private void change(
      OpenLane lane, Parameters before, Parameters next, long fromNanos, long originNanos) {
    RateSpec rateBefore = before.lanes().get(lane.number()).rate();
    RateSpec rate = next.lanes().get(lane.number()).rate();
    boolean isNewCap = !rateBefore.equals(rate) || !Hold.isAsked(next);
    if (Hold.isAsked(before) && isNewCap) {
      // Arrivals that were held back are not sent later. They would exceed a lower cap, continue
      // during a pause, or expire at once if the schedule is no longer held back.
      lane.skipTo(fromNanos);
    }
    if (!rateBefore.equals(rate)) {
      lane.rate(rateBefore, rate, plan.measureNanos(), fromNanos, originNanos);
    }
    if (!before.arrivals().equals(next.arrivals())) {
      lane.walk().process(process(lane.number(), next), fromNanos);
    }
  }

  private ArrivalProcess process(int lane, Parameters now) {
    OperationRandom random = new OperationRandom();
    random.seed(seed, lane);
    return ArrivalProcesses.of(now.arrivals(), random);
  }
}
