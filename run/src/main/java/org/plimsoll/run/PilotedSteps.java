package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.analysis.tune.Rig;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Summary;

/**
 * The measurement of a run in steps: the rig of a pilot. The pilot of the first generator is in
 * control. Its orders reach all generators, which carry them out at one instant; it reads what all
 * of them have reported. A generator that is alone is the first one. All actions run one at a time,
 * on the housekeeping timeline or as the fleet calls.
 */
final class PilotedSteps implements Rig {
  private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Time in which the generators share the part of one that was lost. */
  private static final long TAKE_OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long nothing may be heard of a step; its operations may take until their deadline. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RunContext run;
  private final Pilot pilot;

  /** Trials that came before the measurement here. Guarded by this, as all that follows. */
  private final List<Trial> earlyTrials = new ArrayList<>();

  /** Carries out the last order that came before the measurement here. */
  private Runnable earlyOrder = () -> {};

  private @Nullable GeneratorSteps steps;
  private @Nullable StepOrder last;
  private @Nullable Flight flight;
  private boolean inControl;
  private @Nullable Throwable failure;
  private boolean hasEnded;

  /** Creates the steps of a run whose measurement has not begun. */
  PilotedSteps(RunContext run, Pilot pilot) {
    this.run = run;
    this.pilot = pilot;
  }

  /** A step that this pilot has ordered, and what its watcher was told. */
  private static final class Flight {
    private final StepOrder order;
    private final Watcher watcher;
    private final Set<Integer> generators = new TreeSet<>();
    private @Nullable Long nextPartNanos;
    private boolean isLeft;
    private boolean hasLeft;
    private long heardNanos;

    private Flight(StepOrder order, Watcher watcher, long heardNanos) {
      this.order = order;
      this.watcher = watcher;
      this.heardNanos = heardNanos;
    }
  }

  /**
   * Starts the measurement at this generator.
   *
   * @param between recorder for operations that are intended outside of all steps
   */
  synchronized void begin(
      Scenario scenario, PhasePlan plan, PhaseRecorder between, long measureNanos) {
    steps =
        new GeneratorSteps(run, scenario, plan, between, pilot.inFlightMax(), new Housekeeping());
    earlyTrials.forEach(trial -> pilot.tried(this, trial));
    earlyTrials.clear();
    earlyOrder.run();
    at(measureNanos, this::watch);
  }

  /** The housekeeping timeline, on which each action is followed by a look at what is reported. */
  private final class Housekeeping implements Timeline {
    @Override
    public long nanoTime() {
      return run.clock().nanoTime();
    }

    @Override
    public void schedule(long atNanos, Runnable action) {
      at(
          atNanos,
          () -> {
            action.run();
            look();
          });
    }
  }

  /** Takes control when this generator is the first one, and looks whether one was lost. */
  private void watch() {
    FleetRequests fleet = run.seat().requests();
    boolean isFirst = fleet == null || fleet.isFirst();
    if (isFirst && !inControl) {
      inControl = true;
      if (last == null) {
        pilot.begin(this);
      } else {
        run.events()
            .event(
                EventKind.GENERATOR,
                "This generator continues the search, because the one before it was lost.");
        at(nowNanos() + TAKE_OVER_NANOS, () -> pilot.begin(this));
      }
    } else if (!isFirst) {
      inControl = false;
      flight = null;
    }
    look();
    if (fleet != null) {
      at(nowNanos() + WATCH_NANOS, this::watch);
    }
  }

  /** Ends the steps when the load has ended. Waits for the current action; no other one follows. */
  synchronized void end() {
    hasEnded = true;
  }

  /** Rethrows an exception of the pilot. */
  synchronized void requireSound() {
    Throwable thrown = failure;
    if (thrown != null) {
      throw new IllegalStateException("the search failed: " + thrown, thrown);
    }
  }

  @Override
  public long nowNanos() {
    return run.clock().nanoTime();
  }

  @Override
  public void at(long nanos, Runnable action) {
    run.clock().housekeeping().schedule(nanos, () -> take(action));
  }

  private synchronized void take(Runnable action) {
    if (hasEnded) {
      return;
    }
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      failure = e;
      run.loads().abort();
    }
  }

  @Override
  public void begin(Step step, Watcher watcher) {
    if (inControl) {
      StepOrder before = last;
      StepOrder order = new StepOrder(before == null ? 1 : before.number() + 1, step, false);
      flight = new Flight(order, watcher, nowNanos());
      order(order);
    }
  }

  @Override
  public void leave() {
    Flight its = flight;
    if (its != null && !its.isLeft) {
      its.isLeft = true;
      order(its.order.end());
    }
  }

  private void order(StepOrder order) {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      carryOut(order, Load.NOW);
    } else {
      fleet.order(order);
    }
  }

  /**
   * Carries out an order at this generator; one that came before or late has no effect.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  void ordered(StepOrder order, long runNanos) {
    take(() -> {
      Runnable action = () -> carryOut(order, run.seat().shares().originNanos() + runNanos);
      if (steps == null) {
        earlyOrder = action;
      } else {
        action.run();
      }
    });
  }

  /** Takes a trial that has ended, of this pilot or of that of another generator. */
  void told(Trial trial) {
    take(() -> {
      if (steps == null) {
        earlyTrials.add(trial);
      } else {
        pilot.tried(this, trial);
      }
    });
  }

  private void carryOut(StepOrder order, long fromNanos) {
    GeneratorSteps its = steps;
    if (its != null && (last == null || order.follows(last))) {
      last = order;
      its.carryOut(order, fromNanos);
    }
  }

  /** Tells the watcher of the step in flight what has become known. */
  void reported() {
    take(this::look);
  }

  private void look() {
    Flight its = flight;
    while (its != null && advance(its)) {
      its.heardNanos = nowNanos();
      its = flight;
    }
  }

  /** Tells the watcher the next thing that is known; false if there is none. */
  private boolean advance(Flight its) {
    if (isLost(its) || isSilent(its)) {
      flight = null;
      its.watcher.lost();
      return true;
    }
    GeneratorSteps.Carried here = steps == null ? null : steps.current();
    if (here == null || here.number() != its.order.number()) {
      return false;
    }
    Long reported = run.reporter().reported().untilNanos(its.generators);
    if (reported == null || !here.hasBegun()) {
      return false;
    }
    long untilNanos = run.origin().startNanos() + reported;
    if (untilNanos - here.fromNanos() < 0) {
      return false;
    }
    Long left = here.leftNanos();
    Long next = its.nextPartNanos;
    if (next == null) {
      its.nextPartNanos = here.fromNanos() + its.order.step().partNanos();
      its.watcher.begun(here.fromNanos(), reading(its, here, untilNanos));
      return true;
    }
    if (!its.isLeft && untilNanos - next >= 0) {
      long partNanos = its.order.step().partNanos();
      its.nextPartNanos = next + ((untilNanos - next) / partNanos + 1) * partNanos;
      its.watcher.part(reading(its, here, untilNanos));
      return true;
    }
    if (!its.hasLeft && left != null && untilNanos - left >= 0) {
      its.hasLeft = true;
      its.watcher.left(left, reading(its, here, untilNanos));
      return true;
    }
    boolean haveEnded = run.reporter().reported().haveEnded(its.generators, here.number());
    if (its.hasLeft && left != null && haveEnded) {
      flight = null;
      Reading reading = reading(its, here, untilNanos);
      its.watcher.ended(reading, summary(its, here, left));
      return true;
    }
    return false;
  }

  /** Whether a generator takes no part any more that did when the step began. */
  private boolean isLost(Flight its) {
    FleetRequests fleet = run.seat().requests();
    Set<Integer> now = new TreeSet<>(run.reporter().reported().generators());
    if (fleet != null) {
      now.retainAll(fleet.generators());
    }
    if (!now.containsAll(its.generators)) {
      return true;
    }
    // One that comes later has to end the step only if it may have been told to begin it.
    if (!its.isLeft) {
      its.generators.addAll(now);
    }
    return false;
  }

  /** Whether an order or what was measured has not arrived. */
  private boolean isSilent(Flight its) {
    Step step = its.order.step();
    long expectedNanos =
        step.settleNanos() + step.partNanos() + run.spec().parameters().timeoutNanos();
    return run.seat().isDirected() && nowNanos() - its.heardNanos > expectedNanos + SILENT_NANOS;
  }

  private Reading reading(Flight its, GeneratorSteps.Carried here, long untilNanos) {
    GeneratorSteps own = required();
    int idle = own.isClosed() ? 1 : 0;
    return run.reporter()
        .read(
            here.recorder().stage(),
            own.scenario().name(),
            (totals, counters) ->
                new Reading(
                    untilNanos,
                    Math.max(0, run.reporter().reported().outstanding(its.generators) - idle),
                    totals,
                    counters,
                    run.reporter().course().telemetryOfStep()));
  }

  private Summary summary(Flight its, GeneratorSteps.Carried here, long leftNanos) {
    GeneratorSteps own = required();
    Step step = its.order.step();
    return run.reporter()
        .endStep(
            here.recorder().stage(),
            own.scenario().spec(),
            leftNanos - here.fromNanos(),
            own.isClosed() ? 0 : step.level(),
            step.drains());
  }

  private GeneratorSteps required() {
    GeneratorSteps its = steps;
    if (its == null) {
      throw new IllegalStateException("the measurement has not begun");
    }
    return its;
  }

  @Override
  public void event(String text) {
    run.events().event(EventKind.TRIAL, text);
  }

  @Override
  public void tried(Trial trial) {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      pilot.tried(this, trial);
    } else {
      fleet.tried(trial);
    }
  }

  @Override
  public void nominate(Summary summary) {
    run.reporter().nominate(summary);
  }

  @Override
  public void stop() {
    FleetRequests fleet = run.seat().requests();
    if (fleet == null) {
      run.loads().stop();
    } else {
      fleet.end();
    }
  }
}
