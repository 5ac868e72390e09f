package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyReport;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.ObservationSpec;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.result.Course;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;

/**
 * Creates the intervals of each second and the summary of the run from the shards' records.
 * Intervals are created only on the housekeeping thread.
 */
final class RunReporter {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The minimum length over which rates are computed, for an interval that ends with a second. */
  static final long SHORTEST_NANOS = 1_000_000;

  private final RunSpec spec;
  private final List<Scenario> scenarios;
  private final Clock clock;
  private final RunOrigin origin;
  private final RunEvents events;
  private final TargetWatch targetWatch;
  private final CourseWatch course;
  private final Confidences confidences = new Confidences();

  /** One for each measurement. */
  private final List<Steadiness> steadiness = new ArrayList<>();

  private @Nullable OpenTarget target;
  private @Nullable GeneratorWatch generator;
  private @Nullable Windows windows;
  private volatile @Nullable Observations observed;
  private final PhaseRecorders recorders = new PhaseRecorders();

  private final FillResults fills = new FillResults();
  private final Diagnosis diagnosis;

  /** The results of the iterations. */
  private final List<Measured> iterations = new ArrayList<>();

  /** The summary of the step that a pilot has chosen. Guarded by this. */
  private @Nullable Summary nominated;

  private volatile @Nullable VerdictSoFar soFar;

  // Of the current phase:
  private @Nullable PhasePlan measurePlan;
  private long previousNanos;

  /** Whether ticks create intervals. None may follow the last one. Guarded by this. */
  private boolean carrying;

  /** The start of the load. Guarded by this. */
  private long carriedNanos;

  RunReporter(
      RunSpec spec, List<Scenario> scenarios, Clock clock, RunOrigin origin, RunEvents events) {
    this.spec = spec;
    this.scenarios = scenarios;
    this.clock = clock;
    this.origin = origin;
    this.events = events;
    this.course = new CourseWatch(spec.parameters().timeoutNanos());
    this.diagnosis = new Diagnosis(scenarios, origin, events);
    this.targetWatch = new TargetWatch(spec, scenarios, origin, events);
    this.previousNanos = origin.startNanos();
  }

  void begin(
      OpenTarget newTarget, Health newHealth, DriverMeters newMeters, Telemetry newTelemetry) {
    ChangeCounts changes = new ChangeCounts();
    events.listen(changes);
    observed = new Observations(newMeters, newTelemetry, changes);
    target = newTarget;
    generator = new GeneratorWatch(newHealth);
    windows = new Windows(spec.checks().slos(), newTarget);
  }

  /**
   * Reads the sources of another spec from now on.
   *
   * @throws InvalidSpecException before the target is open
   */
  void observe(ObservationSpec next) {
    Observations now = observed;
    if (now == null) {
      throw new InvalidSpecException("telemetry: cannot change before the target is open");
    }
    now.telemetry().change(next);
  }

  /** Follows the seconds of the measurement. */
  CourseWatch course() {
    return course;
  }

  /** Reports why operations fail. */
  Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Watches whether the target answers and meets the objectives. */
  TargetWatch target() {
    return targetWatch;
  }

  /** Creates a recorder for a scenario's part of a phase. */
  PhaseRecorder recorder(Scenario scenario, Phase phase) {
    return recorders.add(required(target), scenario, phase);
  }

  /** Called when a measurement is about to start. */
  void measures(PhasePlan plan) {
    boolean isFirst;
    synchronized (this) {
      measurePlan = plan;
      required(generator).measures();
      isFirst = steadiness.isEmpty();
      steadiness.add(new Steadiness());
    }
    if (isFirst) {
      meters().begin(); // before any operation, since there may be no warm-up
    }
    clock
        .housekeeping()
        .schedule(
            plan.measureNanos(),
            () -> {
              synchronized (this) {
                scenarios.forEach(scenario -> scenario.measureBegins(plan.measureNanos()));
                if (isFirst && spec.phases().warmupNanos() > 0) {
                  meters().begin();
                }
                required(generator).measureBegins();
                if (isFirst) {
                  course.begin(plan.measureNanos());
                }
              }
            });
  }

  /** Reports the result of the fill. */
  synchronized void filled(FillResults.Ended how) {
    boolean mayMiss = scenarios.getFirst().parameters().workload().ignoreMissing();
    fills.ended(spec.fill(), how, mayMiss, events);
  }

  /** Whether the fill lacks so many rows that a measurement would not show what it should. */
  synchronized boolean fillFailed() {
    return fills.failed();
  }

  /** Creates intervals until the last second of a load. */
  synchronized void carries() {
    carrying = true;
    previousNanos = clock.nanoTime();
    carriedNanos = previousNanos;
  }

  /** Creates the interval of a second; no effect after the load has ended. */
  synchronized void second(long nowNanos) {
    if (!carrying) {
      return;
    }
    long lengthNanos = nowNanos - previousNanos;
    previousNanos = nowNanos;
    events.second(nowNanos);
    double seconds = Math.max(lengthNanos, SHORTEST_NANOS) / NANOS_PER_SECOND;
    IntervalMaker maker = new IntervalMaker(nowNanos, seconds);
    scenarios.forEach(maker::add);
    diagnosis.second(maker);
    confidences.add(
        scenarios.stream()
            .filter(scenario -> !scenario.isProbe())
            .map(scenario -> scenario.recording().lastMeasured())
            .toList());
    if (lengthNanos < SHORTEST_NANOS && maker.isEmpty()) {
      return;
    }
    Phase phase = phaseAt(nowNanos - lengthNanos / 2);
    GeneratorWatch.Second generated = required(generator).second(lengthNanos);
    List<Finding> findings =
        required(windows).judge(maker.loads(), lengthNanos, generated.before(), generated.after());
    Interval.Observed read = required(observed).take(phase);
    course.read(nowNanos, read.telemetry());
    Interval interval =
        maker.interval(
            origin.sinceStart(nowNanos),
            lengthNanos,
            phase,
            measurePlan == null ? spec.fill().ratePerSecond() : maker.targetPerSecond(),
            generated.health(),
            findings,
            targetWatch.second(nowNanos, lengthNanos, phase, maker, findings),
            read);
    if (!steadiness.isEmpty()) {
      steadiness.getLast().add(interval);
    }
    if (phase == Phase.MEASURE) {
      judgeSoFar(nowNanos, generated.after());
      course.second(interval.window(), maker, targetWatch);
      required(windows)
          .measured(interval.window().atNanos(), lengthNanos, findings)
          .ifPresent(text -> events.eventAt(nowNanos, EventKind.GENERATOR, text));
      events.settles(figures -> maker.tell(figures, interval.window().atNanos(), lengthNanos));
    }
    events.interval(interval, maker.histograms());
  }

  /** The verdict on the measurement so far; null before it, and for a search. */
  @Nullable VerdictSoFar soFar() {
    return soFar;
  }

  private void judgeSoFar(long nowNanos, Health.Reading now) {
    PhasePlan plan = measurePlan;
    if (plan == null || !required(generator).isMeasuring() || targetWatch.isPiloted()) {
      return;
    }
    VerdictSoFar verdict =
        VerdictSoFar.of(
            scenarios,
            recorders,
            plan.measureNanos(),
            nowNanos,
            required(generator).measured(now),
            PartEvidence.of(spec.checks().slos(), required(target).driver().capabilities()));
    soFar = verdict;
    diagnosis.judged(nowNanos, verdict);
  }

  /** Ends a phase: creates the last interval, and stores the result for the summary. */
  synchronized void lastSecond(long nowNanos, boolean aborted) {
    Health.Reading end = required(generator).read();
    second(nowNanos);
    carrying = false;
    PhasePlan plan = measurePlan;
    long endedNanos = plan == null ? previousNanos : plan.endedNanos(clock.nanoTime());
    long elapsedNanos = endedNanos - (plan == null ? carriedNanos : plan.measureNanos());
    List<Part> parts = new ArrayList<>();
    List<Part> probes = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      PhaseRecorder recorder = recorders.take(scenario, plan == null ? Phase.FILL : Phase.MEASURE);
      if (recorder != null) {
        if (aborted) {
          recorder.cumulative().values().forEach(Totals::finish);
        }
        (scenario.isProbe() ? probes : parts)
            .add(scenario.part(recorder, plan == null ? spec.fill() : null, endedNanos));
      }
    }
    Measured measured =
        new Measured(
            Math.max(1, elapsedNanos),
            Math.max(0, nowNanos - endedNanos),
            required(generator).measured(end),
            parts,
            probes);
    if (plan == null) {
      fills.add(measured);
    } else {
      iterations.add(measured);
    }
  }

  /** Starts a step of a scenario's measurement; returns the state of the generator. */
  synchronized Health.Reading beginStep(Scenario scenario) {
    targetWatch.piloted();
    scenario.measureBegins(clock.nanoTime());
    course.beginStep(clock.nanoTime());
    return required(generator).beginStep();
  }

  /**
   * Creates the summary of a step that has ended.
   *
   * @param perSecond rate of the step; 0 for a closed load
   * @param isWhole whether all its operations have ended; otherwise those in flight are omitted
   */
  synchronized Summary endStep(
      Scenario scenario,
      PhaseRecorder recorder,
      Health.Reading begin,
      long lengthNanos,
      double perSecond,
      boolean isWhole) {
    recorders.take(scenario, recorder.phase());
    Measured step =
        new Measured(
            Math.max(1, lengthNanos),
            required(generator).endStep(begin),
            List.of(scenario.endStep(recorder, isWhole, perSecond)),
            List.of());
    return Summaries.of(
        new Summaries.Inputs(
            spec,
            origin.id(),
            origin.startedAt(),
            new Summaries.Measurements(
                List.of(step),
                false,
                fills.written(),
                new Confidences(),
                List.of(),
                course.telemetryOfStep(),
                Course.NONE),
            required(observed),
            required(target),
            List.of(),
            null));
  }

  /** Uses the summary of a step as that of the run. */
  synchronized void nominate(Summary summary) {
    nominated = summary;
  }

  /**
   * Creates the summary of the measurement, or of the fill if nothing was measured.
   *
   * @param how as in {@link CutShort#finding}
   */
  synchronized Summary finish(@Nullable ConsistencyReport consistency, @Nullable String how) {
    boolean isFill = iterations.isEmpty();
    List<Measured> measured = isFill ? fills.all() : iterations;
    List<Finding> troubles = troubles();
    CutShort.finding(spec.phases(), iterations, fills.position(), how)
        .ifPresent(troubles::addFirst);
    fills.trouble().ifPresent(troubles::add);
    troubles.addAll(course.findings());
    if (consistency != null) {
      troubles.addAll(consistency.findings());
    }
    Summary step = nominated;
    Summary summary =
        step != null
            ? step
            : Summaries.of(
                new Summaries.Inputs(
                    spec,
                    origin.id(),
                    origin.startedAt(),
                    new Summaries.Measurements(
                        measured.isEmpty()
                            ? List.of(
                                Measured.nothing(
                                    spec, scenarios, required(generator).read(), origin))
                            : measured,
                        isFill,
                        fills.written(),
                        confidences,
                        steadiness,
                        course.telemetry(),
                        course.course()),
                    required(observed),
                    required(target),
                    troubles,
                    consistency == null ? null : consistency.summary()));
    Steadiness.tell(summary.details().steadyState(), events, origin);
    diagnosis.tellNew();
    events.finished(summary);
    return summary;
  }

  private List<Finding> troubles() {
    List<Finding> troubles = new ArrayList<>();
    long nowNanos = clock.nanoTime();
    required(windows)
        .rest(origin.sinceStart(nowNanos))
        .ifPresent(text -> events.eventAt(nowNanos, EventKind.GENERATOR, text));
    required(windows).finding().ifPresent(troubles::add);
    required(observed).finding().ifPresent(troubles::add);
    troubles.addAll(events.troubles());
    return troubles;
  }

  private DriverMeters meters() {
    return required(observed).meters();
  }

  private Phase phaseAt(long nowNanos) {
    PhasePlan plan = measurePlan;
    if (plan == null) {
      return Phase.FILL;
    }
    if (nowNanos - plan.measureNanos() <= 0) {
      return Phase.WARMUP;
    }
    return plan.endedNanos(nowNanos) - nowNanos < 0 ? Phase.DRAIN : Phase.MEASURE;
  }

  private static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("the run has not started");
    }
    return value;
  }
}
