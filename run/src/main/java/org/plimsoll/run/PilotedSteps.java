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
 * Executes a search's measurement in steps. The pilot (the search algorithm) of the first generator
 * is in control. All generators execute its orders at the same instant, and it reads the reports of
 * all generators. A single generator is always the first. Actions run one at a time, on the
 * housekeeping timeline or in calls from the fleet.
 */
final class PilotedSteps implements Rig {
  private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Time in which the other generators take over the share of a lost one. */
  private static final long TAKE_OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Maximum time without reports of a step, in addition to the deadline of its operations. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final RunContext run;
  private final Pilot pilot;

  /**
   * Trials received before the measurement started on this generator. Guarded by this, like the
   * following fields.
   */
  private final List<Trial> earlyTrials = new ArrayList<>();

  /** Executes the last order that was received before the measurement started on this generator. */
  private Runnable earlyOrder = () -> {};

  private @Nullable GeneratorSteps steps;
  private @Nullable StepOrder last;
  private @Nullable Flight flight;
  private boolean inControl;
  private @Nullable Throwable failure;
  private boolean hasEnded;

  /** Creates the steps of a run whose measurement has not started. */
  PilotedSteps(RunContext run, Pilot pilot) {
    this.run = run;
    this.pilot = pilot;
  }

  /** A step that this pilot has ordered, with the state of its watch. */
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
   * Starts the measurement on this generator.
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

  /** The housekeeping timeline, which also processes reports after each action. */
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

  /** Takes control if this generator is the first one, and detects lost generators. */
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

  /**
   * Ends the steps when the load has ended. It waits for the current action, and no other action
   * follows.
   */
  synchronized void end() {
    hasEnded = true;
  }

  /** Rethrows the pilot's exception, if there is one. */
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
   * Executes an order on this generator. Repeated or late orders have no effect.
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

  /** Receives an ended trial of this pilot or of another generator's pilot. */
  void told(Trial trial) {
    take(() -> {
      if (steps == null && !run.seat().isWatching()) {
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

  /** Passes new reports to the watch of the current step. */
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

  /** Passes the next report to the watch; returns false if there is none. */
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

  /** Whether a generator has left since the start of the step. */
  private boolean isLost(Flight its) {
    FleetRequests fleet = run.seat().requests();
    Set<Integer> now = new TreeSet<>(run.reporter().reported().generators());
    if (fleet != null) {
      now.retainAll(fleet.generators());
    }
    if (!now.containsAll(its.generators)) {
      return true;
    }
    // A generator that joins later must end the step only if it may have received the order to
    // start it.
    if (!its.isLeft) {
      its.generators.addAll(now);
    }
    return false;
  }

  /** Whether an order or a report is overdue. */
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
      throw new IllegalStateException("the measurement has not started");
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
