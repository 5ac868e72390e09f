package org.plimsoll.run;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.FailureSamples.Sample;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.GeneratorSecond.Answers;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.ObservedSecond;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.Window;
import org.plimsoll.run.second.Window.Schedule;

/**
 * Measures the generator of this process, and passes on a result for each second. The {@link
 * RunReporter} combines the results of all generators. Thread-safe.
 */
final class GeneratorMeter {
  private final FillSpec fill;
  private final List<ScenarioMeter> scenarios;
  private final Clock clock;
  private final RunOrigin origin;
  private final int generator;
  private final List<Consumer<GeneratorSecond>> listeners = new CopyOnWriteArrayList<>();
  private final DriverMeters meters = new DriverMeters();
  private final PhaseRecorders recorders = new PhaseRecorders();

  private volatile @Nullable Instruments instruments;

  // Guarded by this, like the following fields:
  private Health.@Nullable Reading before;
  private @Nullable PhasePlan plan;
  private @Nullable Stage stage;
  private long number;
  private long fromNanos;
  private long fillNanos;
  private int measurements;

  /** The instruments of the meter, available once the target is open. */
  private record Instruments(OpenTarget target, Health health, Telemetry telemetry) {}

  /**
   * Creates a meter.
   *
   * @param generator number of this generator in the run
   */
  GeneratorMeter(
      RunSpec spec, List<Scenario> scenarios, Clock clock, RunOrigin origin, int generator) {
    this.fill = spec.fill();
    this.scenarios = scenarios.stream().map(each -> new ScenarioMeter(each, origin)).toList();
    this.clock = clock;
    this.origin = origin;
    this.generator = generator;
  }

  /** Adds a listener that receives each second, and each part of one, in order. */
  void listen(Consumer<GeneratorSecond> listener) {
    listeners.add(listener);
  }

  synchronized void begin(OpenTarget target, Health health, Telemetry telemetry) {
    instruments = new Instruments(target, health, telemetry);
    before = health.read();
    fromNanos = clock.nanoTime();
    fillNanos = fromNanos;
  }

  /** Returns the counters and timings of the driver. */
  DriverMeters driver() {
    return meters;
  }

  /**
   * Changes the telemetry sources to those of another spec.
   *
   * @throws InvalidSpecException if the target is not open yet
   */
  void observe(ObservationSpec next) {
    Instruments now = instruments;
    if (now == null) {
      throw new InvalidSpecException(
          "telemetry: cannot change before the target is open; try"
              + " again when the run has started");
    }
    now.telemetry().change(next);
  }

  /** Creates a recorder for a scenario's part of a phase. */
  PhaseRecorder recorder(Scenario scenario, Phase phase) {
    return recorders.next(instruments().target(), scenario, phase);
  }

  /** Creates a recorder for a scenario's part of a step of the measurement. */
  PhaseRecorder stepRecorder(Scenario scenario, int number) {
    return PhaseRecorders.of(new Stage(Phase.TRIAL, number), instruments().target(), scenario);
  }

  /** Called when a measurement is about to start. */
  synchronized void measures(PhasePlan next) {
    // Earlier counts do not belong to the measurement.
    cut(false);
    plan = next;
    measurements++;
    if (next.measureNanos() - clock.nanoTime() <= 0) {
      begins(new Stage(Phase.MEASURE, measurements));
      return;
    }
    Stage warmup = new Stage(Phase.WARMUP, measurements);
    begins(warmup);
    clock.housekeeping().schedule(next.measureNanos(), () -> warmedUp(warmup));
  }

  private synchronized void warmedUp(Stage warmup) {
    if (warmup.equals(stage)) {
      cut(false);
      begins(warmup.measured());
    }
  }

  private void begins(Stage next) {
    stage = next;
    scenarios.forEach(ScenarioMeter::begins);
  }

  /** Called when a load starts. */
  synchronized void carries() {
    fromNanos = clock.nanoTime();
    if (plan == null) {
      stage = recorders.fill();
      fillNanos = fromNanos;
    }
  }

  /** Completes a second. Has no effect after the load has ended. */
  synchronized void second(long nowNanos) {
    if (stage != null) {
      pass(nowNanos, true, false);
    }
  }

  /** Completes the last second of a load. */
  synchronized void lastSecond(long nowNanos) {
    pass(nowNanos, true, true);
    stage = null;
    // Later answers belong to no phase.
    scenarios.forEach(each -> each.scenario().recording().begin(List.of()));
  }

  /** Splits the current second, so that its two parts are reported separately. */
  synchronized void cut() {
    cut(false);
  }

  /** Starts a step of the measurement. */
  synchronized void beginStep(Stage step) {
    cut(false);
    begins(step);
  }

  /** Ends a step of the measurement. */
  synchronized void endStep(Scenario scenario, PhaseRecorder step) {
    cut(true);
    scenario.recording().endStep(step);
    begins(new Stage(Phase.MEASURE, measurements));
  }

  private void cut(boolean isLast) {
    pass(clock.nanoTime(), false, isLast);
  }

  /** Passes on the measurements since the last call. */
  private void pass(long nowNanos, boolean isWhole, boolean isLast) {
    PhasePlan now = plan;
    boolean isFill = stage != null && stage.phase() == Phase.FILL;
    long untilNanos = now == null ? nowNanos : now.endedNanos(nowNanos);
    Map<String, ScenarioSecond> its = new LinkedHashMap<>();
    for (ScenarioMeter each : scenarios) {
      its.put(
          each.scenario().name(), each.second(isFill ? fill : null, nowNanos, untilNanos, isLast));
    }
    Instruments with = instruments();
    DriverMeters.Taken taken = meters.take();
    GeneratorSecond second =
        new GeneratorSecond(
            generator,
            number++,
            new Window(
                origin.sinceStart(fromNanos),
                origin.sinceStart(nowNanos),
                stage,
                schedule(now, untilNanos, isLast || untilNanos - nowNanos < 0),
                isLast),
            its,
            machine(with.health()),
            new ObservedSecond(
                taken.counts(),
                taken.durations(),
                // A reading belongs to a whole second.
                isWhole ? with.telemetry().take() : Map.of(),
                taken.isCut(),
                with.telemetry().isCut()),
            answers());
    fromNanos = nowNanos;
    listeners.forEach(listener -> listener.accept(second));
  }

  private Schedule schedule(@Nullable PhasePlan now, long untilNanos, boolean hasEnded) {
    Long end = hasEnded ? (Long) origin.sinceStart(untilNanos) : null;
    return new Schedule(origin.sinceStart(now == null ? fillNanos : now.measureNanos()), end);
  }

  private Machine machine(Health health) {
    Health.Reading now = health.read();
    Machine used = Machine.between(before == null ? now : before, now, health.takePauseNanosMax());
    before = now;
    return used;
  }

  /** Returns the times of the last answers of the target. */
  Answers answers() {
    long backlog = 0;
    Sessions.Activity activity = new Sessions.Activity(0, null, null);
    Set<Sessions> seen = new HashSet<>();
    for (ScenarioMeter each : scenarios) {
      Scenario scenario = each.scenario();
      if (scenario.isCarrying() && seen.add(scenario.sessions())) {
        activity = activity.plus(scenario.sessions().activity());
        backlog += scenario.backlog();
      }
    }
    return new Answers(
        activity.inFlight() + backlog,
        sinceStart(activity.answeredNanos()),
        sinceStart(activity.succeededNanos()));
  }

  private @Nullable Long sinceStart(@Nullable Long nanos) {
    return nanos == null ? null : (Long) origin.sinceStart(nanos);
  }

  /** Removes and returns the failed operations since the last second, by scenario and code. */
  synchronized Map<String, Map<String, List<Sample>>> failures() {
    Map<String, Map<String, List<Sample>>> failures = new LinkedHashMap<>();
    scenarios.forEach(each -> failures.put(each.scenario().name(), each.failures()));
    return failures;
  }

  private Instruments instruments() {
    Instruments now = instruments;
    if (now == null) {
      throw new IllegalStateException("the run has not started");
    }
    return now;
  }
}
