package org.plimsoll.run;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Rig.Step;
import org.plimsoll.api.Timeline;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.spec.Parameters;

/**
 * Executes the steps of a search on this generator. It changes the load at each step, and records
 * each step's operations separately. It reports measurements at the start and the end of a step, at
 * the end of each part, and when all operations of a step have ended.
 */
final class GeneratorSteps {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RunContext run;
  private final Scenario scenario;
  private final PhasePlan plan;
  private final PhaseRecorder between;
  private final Timeline timeline;
  private final StepLoad load;
  private @Nullable Carried current;

  /**
   * Creates the executor of the steps, before the first step.
   *
   * @param between recorder for operations that are intended outside of all steps
   * @param timeline runs one action at a time
   */
  GeneratorSteps(
      RunContext run,
      Scenario scenario,
      PhasePlan plan,
      PhaseRecorder between,
      int inFlightMax,
      Timeline timeline) {
    this.run = run;
    this.scenario = scenario;
    this.plan = plan;
    this.between = between;
    this.timeline = timeline;
    this.load = new StepLoad(scenario.parameters(), inFlightMax);
  }

  /** A step in execution on this generator. */
  static final class Carried {
    private final StepOrder order;
    private final PhaseRecorder recorder;
    private final long fromNanos;
    private @Nullable Long leftNanos;
    private boolean hasBegun;
    private boolean hasEnded;

    private Carried(StepOrder order, PhaseRecorder recorder, long fromNanos) {
      this.order = order;
      this.recorder = recorder;
      this.fromNanos = fromNanos;
    }

    int number() {
      return order.number();
    }

    PhaseRecorder recorder() {
      return recorder;
    }

    /** Returns the start of the step. */
    long fromNanos() {
      return fromNanos;
    }

    /** Returns the end of the step; null if it is unknown. */
    @Nullable Long leftNanos() {
      return leftNanos;
    }

    boolean hasBegun() {
      return hasBegun;
    }

    private long nextPartNanos(long nowNanos) {
      long partNanos = order.step().partNanos();
      return fromNanos + ((nowNanos - fromNanos) / partNanos + 1) * partNanos;
    }
  }

  boolean isClosed() {
    return load.isClosed();
  }

  Scenario scenario() {
    return scenario;
  }

  /** Returns the last ordered step; null before the first one. */
  @Nullable Carried current() {
    return current;
  }

  /**
   * Executes the next order.
   *
   * @param fromNanos instant at which the order takes effect; {@link Load#NOW} for now
   */
  void carryOut(StepOrder order, long fromNanos) {
    long atNanos = fromNanos == Load.NOW ? timeline.nanoTime() : fromNanos;
    Carried its = current;
    if (!order.ends()) {
      if (its != null) {
        abandon(its);
      }
      begin(order, fromNanos, atNanos);
    } else if (its != null && its.number() == order.number()) {
      leave(its, fromNanos, atNanos);
    } else {
      // The step had started before this generator joined.
      scenario.course().step(loadAfter(order.step()), fromNanos);
    }
  }

  private Parameters loadAfter(Step step) {
    return step.drains() ? load.idle(step.level()) : load.at(step.level());
  }

  private void begin(StepOrder order, long fromNanos, long atNanos) {
    scenario.course().step(load.at(order.step().level()), fromNanos);
    long beginNanos = atNanos + order.step().settleNanos();
    PhaseRecorder recorder = run.generator().stepRecorder(scenario, order.number());
    run.reporter().dropStepsBefore(recorder.stage());
    run.events().trial(order.step().name(), beginNanos);
    scenario.recording().beginStep(recorder);
    plan.step(recorder, beginNanos);
    Carried its = new Carried(order, recorder, beginNanos);
    current = its;
    timeline.schedule(beginNanos, () -> begun(its));
  }

  private void begun(Carried its) {
    if (!its.hasEnded) {
      its.hasBegun = true;
      run.generator().beginStep(its.recorder.stage());
      run.reporter().beginStep();
      timeline.schedule(its.nextPartNanos(timeline.nanoTime()), () -> part(its));
    }
  }

  private void part(Carried its) {
    Long left = its.leftNanos;
    if (!its.hasEnded && (left == null || timeline.nanoTime() - left < 0)) {
      run.generator().cut();
      timeline.schedule(its.nextPartNanos(timeline.nanoTime()), () -> part(its));
    }
  }

  private void leave(Carried its, long fromNanos, long atNanos) {
    its.leftNanos = atNanos;
    plan.step(between, atNanos);
    scenario.course().step(loadAfter(its.order.step()), fromNanos);
    timeline.schedule(
        atNanos,
        () -> {
          run.generator().cut();
          if (its.order.step().drains()) {
            drain(its, atNanos + load.original().timeoutNanos() + LATE_NANOS);
          } else {
            end(its);
          }
        });
  }

  private void drain(Carried its, long latestNanos) {
    if (outstanding() == 0 || timeline.nanoTime() - latestNanos > 0) {
      end(its);
    } else {
      timeline.schedule(timeline.nanoTime() + POLL_NANOS, () -> drain(its, latestNanos));
    }
  }

  /**
   * Returns the number of operations in flight or waiting, without the operation of an idle worker.
   */
  private int outstanding() {
    int idle = 0;
    if (load.isClosed()) {
      Parameters now = scenario.course().effective();
      long runNanos = timeline.nanoTime() - scenario.shares().originNanos();
      idle = scenario.shares().view().own(now, runNanos).workers();
    }
    return Math.max(0, scenario.sessions().inFlight() + scenario.backlog() - idle);
  }

  /** Ends a step that will not be ended by an order. */
  private void abandon(Carried its) {
    if (!its.hasEnded) {
      plan.step(between, timeline.nanoTime());
      end(its);
    }
  }

  private void end(Carried its) {
    if (!its.hasEnded) {
      its.hasEnded = true;
      if (its.hasBegun) {
        run.generator().endStep(scenario, its.recorder);
      } else {
        scenario.recording().endStep(its.recorder);
      }
    }
  }
}
