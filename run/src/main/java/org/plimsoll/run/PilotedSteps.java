package org.plimsoll.run;

import org.plimsoll.result.Phase;
import org.plimsoll.result.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Summary;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.analysis.tune.Rig;

/**
 * The measure phase of a run in steps, each with a recorder of its own: what a pilot does to the
 * run. Everything happens on the housekeeping timeline, one thing at a time.
 *
 * <p>Without load, an open schedule's next arrival is due at one in 10^6 seconds. What is left of
 * the pending gap is stretched by each change of the rate, so that a load begins again with neither
 * a burst nor a hole.
 */
final class PilotedSteps implements Rig {
  private static final double IDLE_PER_SECOND = 1e-6;
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  private final Run run;
  private final Pilot pilot;
  private final Scenario scenario;
  private final Clock clock;
  private final RunReporter reporter;
  private final PhasePlan plan;
  private final PhaseRecorder between;
  private final DriverMeters meters;
  private final Parameters original;
  private @Nullable PhaseRecorder recorder;
  private Health.@Nullable Reading begin;
  private double level;
  private long fromNanos;

  // Guarded by this:
  private @Nullable Throwable failure;
  private boolean hasEnded;

  PilotedSteps(
      Run run,
      Pilot pilot,
      Scenario scenario,
      Clock clock,
      RunReporter reporter,
      PhasePlan plan,
      PhaseRecorder between,
      DriverMeters meters) {
    this.run = run;
    this.pilot = pilot;
    this.scenario = scenario;
    this.clock = clock;
    this.reporter = reporter;
    this.plan = plan;
    this.between = between;
    this.meters = meters;
    this.original = scenario.parameters();
  }

  /** Gives the pilot the run, from an instant on. */
  void begin(long atNanos) {
    at(atNanos, () -> pilot.begin(this));
  }

  /**
   * The load is over: waits for the step under way, and none follows, which would come too late.
   */
  synchronized void end() {
    hasEnded = true;
  }

  /** Throws what the pilot has thrown. */
  synchronized void requireSound() {
    Throwable thrown = failure;
    if (thrown != null) {
      throw new IllegalStateException("the search could not go on: " + thrown, thrown);
    }
  }

  @Override
  public long nowNanos() {
    return clock.nanoTime();
  }

  @Override
  public void at(long nanos, Runnable action) {
    clock.housekeeping().schedule(nanos, () -> take(action));
  }

  private synchronized void take(Runnable action) {
    if (hasEnded) {
      return;
    }
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      failure = e;
      run.abort();
    }
  }

  @Override
  public void load(double newLevel) {
    level = newLevel;
    scenario.change(original.model() == Model.CLOSED ? crew((int) level) : rate(level, level));
  }

  @Override
  public void idle(double levelBefore) {
    scenario.change(
        original.model() == Model.CLOSED ? crew(1) : rate(IDLE_PER_SECOND, levelBefore));
  }

  @Override
  public int outstanding() {
    int idleWorkers = original.model() == Model.CLOSED ? 1 : 0;
    return Math.max(0, scenario.sessions().inFlight() + scenario.backlog() - idleWorkers);
  }

  @Override
  public void begin(String name, long atNanos) {
    PhaseRecorder fresh = reporter.recorder(scenario, Phase.TRIAL);
    reporter.trial(name, atNanos);
    scenario.recordsStep(fresh);
    recorder = fresh;
    begin = null;
    fromNanos = atNanos;
    plan.step(fresh, atNanos);
    at(
        atNanos,
        () -> {
          if (recorder == fresh) {
            begin = reporter.beginStep(scenario);
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
      throw new IllegalStateException("no step has begun");
    }
    return scenario.look(now, totals -> view.apply(totals, meters.counts()));
  }

  @Override
  public @Nullable Summary end(long untilNanos, boolean isWhole) {
    PhaseRecorder ended = recorder;
    Health.Reading begun = begin;
    recorder = null;
    if (ended == null || begun == null) {
      return null;
    }
    double perSecond = original.model() == Model.CLOSED ? 0 : level;
    return reporter.endStep(scenario, ended, begun, untilNanos - fromNanos, perSecond, isWhole);
  }

  @Override
  public void event(String text) {
    reporter.event(EventKind.TRIAL, text);
  }

  @Override
  public void nominate(Summary summary) {
    reporter.nominate(summary);
  }

  @Override
  public void stop() {
    run.stop();
  }

  private Parameters crew(int workers) {
    Lane lane = original.lanes().getFirst();
    return with(
        List.of(new Lane(lane.name(), lane.mix(), 0, Math.max(1, workers))),
        original.maxInFlight());
  }

  /** Lanes keep their shares of the rate. */
  private Parameters rate(double perSecond, double boundedFor) {
    double sum = original.lanes().stream().mapToDouble(PilotedSteps::perSecond).sum();
    List<Lane> lanes = new ArrayList<>();
    for (Lane lane : original.lanes()) {
      double own = perSecond(lane) * perSecond / sum;
      lanes.add(new Lane(lane.name(), lane.mix(), own, lane.workers()));
    }
    int inFlight = Math.max(original.maxInFlight(), inFlight(boundedFor));
    return with(lanes, Math.min(inFlight, pilot.inFlightMax()));
  }

  private static double perSecond(Lane lane) {
    return lane.rate() instanceof RateSpec.Constant(double perSecond) ? perSecond : 0;
  }

  /** As many as can be in flight within the deadline, and as memory holds. */
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
        maxInFlight,
        original.whenFull(),
        original.maxBacklog(),
        original.workload(),
        original.thinkNanos());
  }
}
