package org.plimsoll.engine.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalProcesses;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/** The lanes of an open load, which follow its parameters. Used by the pacer's thread. */
final class OpenLanes {
  private final Lanes sources;
  private final List<Backlog> backlogs;
  private final TargetRate target;
  private final long seed;
  private final long measureNanos;
  private final List<OpenLane> lanes = new ArrayList<>();
  private @Nullable Parameters applied;

  /**
   * Creates an empty set of lanes; parameters are applied later.
   *
   * @param backlogs one backlog for all lanes, or one per lane
   * @param target receives the requested rates
   * @param measureNanos start of the measurement
   */
  OpenLanes(
      Lanes sources, List<Backlog> backlogs, TargetRate target, long seed, long measureNanos) {
    this.sources = sources;
    this.backlogs = backlogs;
    this.target = target;
    this.seed = seed;
    this.measureNanos = measureNanos;
  }

  /** The parameters that the lanes follow; null before the first. */
  @Nullable Parameters applied() {
    return applied;
  }

  /** The lane whose next operation is due first. */
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
   * Applies parameters; pending gaps are stretched to the new rates. A lane that is added during
   * the load starts now, with its first gap, and one that is removed sends nothing more.
   *
   * @param arena takes back the slots of removed lanes
   * @param startNanos when the load starts
   */
  void apply(Parameters next, Arena arena, long nowNanos, long startNanos) {
    Parameters before = applied;
    // This delays the operations that are due: a workload is compiled only if it has changed.
    List<OperationSource> compiled =
        before != null && next.hasOperationsOf(before)
            ? lanes.stream().map(OpenLane::source).toList()
            : sources.of(next);
    while (lanes.size() > next.lanes().size()) {
      lanes.removeLast().leave(arena, target, nowNanos);
    }
    for (int i = 0; i < next.lanes().size(); i++) {
      if (i == lanes.size()) {
        long fromNanos = before == null ? startNanos : nowNanos;
        lanes.add(newLane(i, next, compiled.get(i), fromNanos));
      } else {
        OpenLane lane = lanes.get(i);
        if (before != null) {
          change(lane, before, next, nowNanos);
        }
        lane.source(compiled.get(i));
      }
    }
    applied = next;
  }

  /** A lane whose shape's clock starts with the measurement, or now if that has started. */
  private OpenLane newLane(int number, Parameters now, OperationSource source, long fromNanos) {
    RateShape shape = RateShape.of(now.lanes().get(number).rate());
    boolean isFirst = applied == null || measureNanos - fromNanos > 0;
    long clockNanos = isFirst ? measureNanos : fromNanos;
    ArrivalSchedule schedule =
        new ArrivalSchedule(process(number, now), shape, clockNanos, fromNanos);
    target.change(number, shape, clockNanos, fromNanos);
    Backlog backlog = backlogs.get(Math.min(number, backlogs.size() - 1));
    return new OpenLane(number, backlog, schedule, clockNanos, source);
  }

  private void change(OpenLane lane, Parameters before, Parameters next, long nowNanos) {
    RateSpec rateBefore = before.lanes().get(lane.number()).rate();
    RateSpec rate = next.lanes().get(lane.number()).rate();
    boolean isNewCap = !rateBefore.equals(rate) || !Hold.isAsked(next);
    if (Hold.isAsked(before) && isNewCap) {
      // What was held back is no debt: it would exceed a lower cap, continue during a pause, or
      // expire at once if the schedule is no longer held back.
      lane.skipTo(nowNanos);
    }
    if (!rateBefore.equals(rate)) {
      lane.rate(rateBefore, rate, measureNanos, nowNanos, target);
    }
    if (!before.arrivals().equals(next.arrivals())) {
      lane.process(process(lane.number(), next));
    }
  }

  private ArrivalProcess process(int lane, Parameters now) {
    OperationRandom random = new OperationRandom();
    random.seed(seed, lane);
    return ArrivalProcesses.of(now.arrivals(), random);
  }
}
