package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.analysis.tune.Rig;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Phase;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/**
 * The measurement of a run in steps, each with its own recorder: the rig of a pilot. All actions
 * run on the housekeeping timeline, one at a time.
 *
 * <p>An idle open load has a rate of 10^-6 per second. Each change of the rate stretches the rest
 * of the current gap, so a load resumes without a burst or a gap.
 */
final class PilotedSteps implements Rig {
  private static final double IDLE_PER_SECOND = 1e-6;
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  private final RunContext run;
  private final Pilot pilot;
  private final Scenario scenario;
  private final PhasePlan plan;
  private final PhaseRecorder between;
  private final Parameters original;
  private @Nullable PhaseRecorder recorder;
  private boolean hasBegun;
  private double level;
  private long fromNanos;

  // Guarded by this:
  private @Nullable Throwable failure;
  private boolean hasEnded;

  /**
   * Creates the steps; none has started.
   *
   * @param between recorder for operations that are intended outside of all steps
   */
  PilotedSteps(
      RunContext run, Pilot pilot, Scenario scenario, PhasePlan plan, PhaseRecorder between) {
    this.run = run;
    this.pilot = pilot;
    this.scenario = scenario;
    this.plan = plan;
    this.between = between;
    this.original = scenario.parameters();
  }

  /** Passes control to the pilot at an instant. */
  void begin(long atNanos) {
    at(atNanos, () -> pilot.begin(this));
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
  public void load(double newLevel) {
    level = newLevel;
    scenario.change(
        original.model() == Model.CLOSED ? crew((int) level) : rate(level, level), Load.NOW);
  }

  @Override
  public void idle(double levelBefore) {
    scenario.change(
        original.model() == Model.CLOSED ? crew(1) : rate(IDLE_PER_SECOND, levelBefore), Load.NOW);
  }

  @Override
  public int outstanding() {
    int idleWorkers = original.model() == Model.CLOSED ? 1 : 0;
    return Math.max(0, scenario.sessions().inFlight() + scenario.backlog() - idleWorkers);
  }

  @Override
  public void begin(String name, long atNanos) {
    PhaseRecorder fresh = run.generator().recorder(scenario, Phase.TRIAL);
    run.events().trial(name, atNanos);
    scenario.recording().beginStep(fresh);
    recorder = fresh;
    hasBegun = false;
    fromNanos = atNanos;
    plan.step(fresh, atNanos);
    at(
        atNanos,
        () -> {
          if (recorder == fresh) {
            hasBegun = true;
            run.generator().beginStep(fresh.stage());
            run.reporter().beginStep();
          }
        });
  }

  @Override
  public void leave(long atNanos) {
    plan.step(between, atNanos);
  }

  @Override
  public <T> T read(BiFunction<Map<OperationType, Totals>, Map<String, Long>, T> view) {
    PhaseRecorder now = recorder;
    if (now == null) {
      throw new IllegalStateException("no step has started");
    }
    run.generator().cut(); // so that it has reported all until now
    return run.reporter().read(now.stage(), scenario.name(), view);
  }

  @Override
  public Map<String, SeriesFigures> series() {
    return run.reporter().course().telemetryOfStep();
  }

  @Override
  public @Nullable Summary end(long untilNanos, boolean isWhole) {
    PhaseRecorder ended = recorder;
    recorder = null;
    if (ended == null || !hasBegun) {
      return null;
    }
    run.generator().endStep(scenario, ended);
    double perSecond = original.model() == Model.CLOSED ? 0 : level;
    return run.reporter()
        .endStep(ended.stage(), scenario.spec(), untilNanos - fromNanos, perSecond, isWhole);
  }

  @Override
  public void event(String text) {
    run.events().event(EventKind.TRIAL, text);
  }

  @Override
  public void nominate(Summary summary) {
    run.reporter().nominate(summary);
  }

  @Override
  public void stop() {
    run.loads().stop();
  }

  private Parameters crew(int workers) {
    Lane lane = original.lanes().getFirst();
    return with(
        List.of(new Lane(lane.name(), lane.mix(), 0, Math.max(1, workers))),
        original.bound().maxInFlight());
  }

  /** Sets a rate. Lanes keep their shares of it. */
  private Parameters rate(double perSecond, double boundedFor) {
    double sum = original.lanes().stream().mapToDouble(PilotedSteps::perSecond).sum();
    List<Lane> lanes = new ArrayList<>();
    for (Lane lane : original.lanes()) {
      double own = perSecond(lane) * perSecond / sum;
      lanes.add(new Lane(lane.name(), lane.mix(), own, lane.workers()));
    }
    int inFlight = Math.max(original.bound().maxInFlight(), inFlight(boundedFor));
    return with(lanes, Math.min(inFlight, pilot.inFlightMax()));
  }

  private static double perSecond(Lane lane) {
    return lane.rate() instanceof RateSpec.Constant(double perSecond) ? perSecond : 0;
  }

  /**
   * The number of operations in flight at a rate if each takes until its deadline, bounded by
   * memory.
   */
  private int inFlight(double perSecond) {
    double scheduled = Math.ceil(perSecond * original.timeoutNanos() / TimeUnit.SECONDS.toNanos(1));
    long byMemory = Runtime.getRuntime().maxMemory() / IN_FLIGHT_BYTES;
    return (int) Math.min(scheduled, (double) byMemory);
  }

  private Parameters with(List<Lane> lanes, int maxInFlight) {
    return new Parameters(
        original.model(),
        lanes,
        original.arrivals(),
        original.timeoutNanos(),
        new Parameters.Bound(
            maxInFlight, original.bound().whenFull(), original.bound().maxBacklog()),
        original.workload(),
        original.thinkNanos());
  }
}
