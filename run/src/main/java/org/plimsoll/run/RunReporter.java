package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyReport;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.Course;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondSum;
import org.plimsoll.run.second.TotalsSum;
import org.plimsoll.run.second.Window;

/**
 * Creates the intervals, findings, preliminary verdicts and the summary of a run from the
 * one-second results of its generators. Intervals are created only on the housekeeping thread.
 */
final class RunReporter implements RunReport {
  private static final double NANOS_PER_SECOND = 1e9;

  /** The minimum length for computing rates, for an interval that ends with a second. */
  static final long SHORTEST_NANOS = 1_000_000;

  private final RunSpec spec;
  private final Clock clock;
  private final RunOrigin origin;
  private final RunEvents events;
  private final TargetWatch targetWatch;
  private final CourseWatch course;
  private final Confidences confidences = new Confidences();
  private final Observations observed;
  private final FillResults fills = new FillResults();
  private final Diagnosis diagnosis;
  private final CountedSeconds counted = new CountedSeconds();
  private final LostGenerators generators = new LostGenerators();
  private final ReportedParts reported;

  private final Tallies tallies = new Tallies();

  /** Steady-state checks, one for each measurement. */
  private final List<Steadiness> steadiness = new ArrayList<>();

  private @Nullable OpenTarget target;
  private @Nullable Windows windows;

  /** The results since the last interval. */
  private SecondSum pending = new SecondSum();

  /** The summary of the step that a pilot has chosen as the result. Guarded by this. */
  private @Nullable Summary nominated;

  private volatile @Nullable VerdictSoFar soFar;

  /** Whether intervals are created. No interval may follow the last one. Guarded by this. */
  private boolean carrying;

  /** The end of the last interval, since the start of the run. */
  private long toldNanos;

  /** The phase of the last interval. Guarded by this. */
  private Phase phase = Phase.FILL;

  RunReporter(RunSpec spec, Clock clock, RunOrigin origin, RunEvents events) {
    this.spec = spec;
    this.clock = clock;
    this.origin = origin;
    this.events = events;
    this.course = new CourseWatch(spec.parameters().timeoutNanos());
    this.diagnosis = new Diagnosis(origin, events);
    this.targetWatch = new TargetWatch(spec, origin, events);
    this.reported = new ReportedParts(spec.scenarios().getFirst().name());
    ChangeCounts changes = new ChangeCounts();
    events.listen(changes);
    this.observed = new Observations(changes);
  }

  void begin(OpenTarget newTarget) {
    target = newTarget;
    windows = new Windows(spec.checks().slos(), newTarget);
  }

  /** Returns the tracker of failures and parts of the measurement. */
  CourseWatch course() {
    return course;
  }

  /** Returns the reporter of diagnostic data. */
  Diagnosis diagnosis() {
    return diagnosis;
  }

  /** Returns the watch that reports whether the target answers and meets the objectives. */
  TargetWatch target() {
    return targetWatch;
  }

  /** Reports the result of the fill. */
  synchronized void filled(FillResults.Ended how) {
    boolean mayMiss = spec.parameters().workload().ignoreMissing();
    fills.ended(spec.fill(), tallies.measured(Phase.FILL, spec), how, mayMiss, events);
  }

  /** Whether the fill has too many missing rows for a valid measurement. */
  synchronized boolean fillFailed() {
    return fills.failed();
  }

  /** Creates intervals until the last second of a load. */
  synchronized void carries() {
    carrying = true;
    toldNanos = origin.sinceStart(clock.nanoTime());
  }

  @Override
  public synchronized void add(GeneratorSecond second) {
    if (!counted.add(second.generator(), second.number())) {
      return;
    }
    Window window = second.window();
    Stage stage = window.stage();
    if (stage != null) {
      tallies.add(stage, second);
    }
    if (tallies.measurements() > steadiness.size()) {
      steadiness.add(new Steadiness());
      if (steadiness.size() == 1) {
        observed.begin();
        course.begin(origin.startNanos() + window.schedule().beginNanos());
      }
    }
    boolean isBefore = stage != null && stage.phase().compareTo(Phase.MEASURE) < 0;
    observed.add(second.observed(), steadiness.isEmpty() || !isBefore);
    second.scenarios().forEach((name, each) -> diagnosis.failed(name, each.failures()));
    generators.add(second);
    if (stage != null && window.startNanos() < toldNanos && window.atNanos() <= toldNanos) {
      tellLate(second);
    } else {
      pending.add(second);
    }
    reported.add(second);
  }

  /** Returns the state of the generators' reports. */
  ReportedParts reported() {
    return reported;
  }

  /** Returns the totals of a scenario in a phase since the last interval. */
  private Map<OperationType, Totals> pending(Stage stage, String scenario) {
    SecondSum.Of its = pending.scenarios().get(scenario);
    TotalsSum totals = its == null ? null : its.byStage().get(stage);
    return totals == null ? Map.of() : totals.byType();
  }

  /** Reports a late result as an addition to its interval. */
  private void tellLate(GeneratorSecond second) {
    SecondSum sum = new SecondSum();
    sum.add(second);
    tallies.add(sum);
    Window window = second.window();
    long lengthNanos = window.atNanos() - window.startNanos();
    IntervalMaker maker = new IntervalMaker(spec, sum, lengthNanos / NANOS_PER_SECOND);
    Phase phase = window.phaseAt(window.atNanos() - lengthNanos / 2);
    Interval interval =
        maker.interval(
            new Interval.Window(window.atNanos(), lengthNanos, phase, true),
            phase == Phase.FILL ? 0 : maker.targetPerSecond(),
            List.of(),
            null,
            observed.interval(phase, sum));
    events.added(interval, maker.histograms());
  }

  @Override
  public synchronized void lost(int generator, long fromNanos, long untilNanos) {
    generators.lost(generator, fromNanos, untilNanos);
    tallies.lost(generator, untilNanos);
  }

  @Override
  public void tell(long atNanos) {
    second(origin.startNanos() + atNanos);
  }

  /** Creates the interval of a second. Has no effect after the load has ended. */
  synchronized void second(long nowNanos) {
    long atNanos = origin.sinceStart(nowNanos);
    if (!carrying || atNanos < toldNanos) {
      return;
    }
    events.second(clock.nanoTime());
    SecondSum sum = pending;
    long lengthNanos = atNanos - Math.max(toldNanos, sum.startNanos(toldNanos));
    toldNanos = atNanos;
    double seconds = Math.max(lengthNanos, SHORTEST_NANOS) / NANOS_PER_SECOND;
    IntervalMaker maker = new IntervalMaker(spec, sum, seconds);
    diagnosis.second(maker);
    tallies.add(sum);
    pending = new SecondSum();
    if (lengthNanos < SHORTEST_NANOS && maker.isEmpty()) {
      return;
    }
    confidences.add(maker.measured());
    phase = sum.phaseAt(atNanos - lengthNanos / 2, phase);
    List<Finding> findings =
        required(windows).judge(maker.loads(), lengthNanos, new Machines(sum.machines()));
    Interval.Observed read = observed.interval(phase, sum);
    course.read(nowNanos, read.telemetry());
    Interval interval =
        maker.interval(
            new Interval.Window(atNanos, lengthNanos, phase),
            phase == Phase.FILL ? spec.fill().ratePerSecond() : maker.targetPerSecond(),
            findings,
            targetWatch.second(nowNanos, lengthNanos, phase, maker, findings),
            read);
    if (!steadiness.isEmpty()) {
      steadiness.getLast().add(interval);
    }
    if (phase == Phase.MEASURE) {
      judgeSoFar(nowNanos);
      course.second(interval.window(), maker, targetWatch);
      required(windows)
          .measured(atNanos, lengthNanos, findings)
          .ifPresent(text -> events.eventAt(nowNanos, EventKind.GENERATOR, text));
      events.settles(figures -> maker.tell(figures, atNanos, lengthNanos));
    }
    events.interval(interval, maker.histograms());
  }

  /**
   * Returns the verdict on the measurement so far; null before the measurement, and for a search.
   */
  @Nullable VerdictSoFar soFar() {
    return soFar;
  }

  private void judgeSoFar(long nowNanos) {
    if (tallies.measurements() == 0 || targetWatch.isPiloted()) {
      return;
    }
    Tally tally = tallies.measurement();
    VerdictSoFar verdict =
        VerdictSoFar.of(
            tally.soFar(spec, origin.sinceStart(nowNanos)),
            PartEvidence.of(spec.checks().slos(), required(target).driver().capabilities()));
    soFar = verdict;
    diagnosis.judged(nowNanos, verdict);
  }

  /** Ends a load after its last interval was created. */
  synchronized void loadEnded(long nowNanos, boolean aborted) {
    carrying = false;
    if (aborted) {
      tallies.cutShort();
    }
    targetWatch.loadEnded(nowNanos);
  }

  /** Starts a step of a measurement. */
  synchronized void beginStep() {
    targetWatch.piloted();
    course.beginStep(clock.nanoTime());
  }

  /** Removes the steps before a step that starts, even if the last of them has not ended. */
  synchronized void dropStepsBefore(Stage step) {
    tallies.dropStepsBefore(step);
  }

  /** Passes the totals of a scenario in a step, and the driver's counts, to {@code view}. */
  synchronized <T> T read(
      Stage step,
      String scenario,
      BiFunction<Map<OperationType, Totals>, Map<String, Long>, T> view) {
    TotalsSum now = new TotalsSum();
    now.add(tallies.of(step).totals(scenario));
    now.add(pending(step, scenario));
    return view.apply(now.byType(), observed.counts());
  }

  /**
   * Creates the summary of a step that has ended.
   *
   * @param perSecond rate of the step; 0 for a closed load
   * @param isWhole whether all its operations have ended; otherwise operations in flight are
   *     omitted
   */
  synchronized Summary endStep(
      Stage step, ScenarioSpec scenario, long lengthNanos, double perSecond, boolean isWhole) {
    Tally tally = tallies.of(step);
    tally.add(scenario.name(), pending(step, scenario.name()));
    tallies.endStep(step);
    return summary(
        new Summaries.Measurements(
            List.of(tally.step(scenario, lengthNanos, perSecond, isWhole)),
            false,
            fills.written(),
            new Confidences(),
            List.of(),
            course.telemetryOfStep(),
            Course.NONE),
        List.of(),
        null);
  }

  /** Uses the summary of a step as the summary of the run. */
  synchronized void nominate(Summary summary) {
    nominated = summary;
  }

  /**
   * Creates the summary of the measurement, or of the fill if there was no measurement.
   *
   * @param how as in {@link CutShort#finding}
   */
  synchronized Summary finish(@Nullable ConsistencyReport consistency, @Nullable String how) {
    tallies.add(pending);
    pending = new SecondSum();
    List<Measured> iterations = tallies.measured(Phase.MEASURE, spec);
    boolean isFill = iterations.isEmpty();
    List<Measured> measured = isFill ? tallies.measured(Phase.FILL, spec) : iterations;
    List<Finding> troubles = troubles(iterations);
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
            : summary(
                new Summaries.Measurements(
                    measured.isEmpty() ? List.of(Measured.nothing(spec)) : measured,
                    isFill,
                    fills.written(),
                    confidences,
                    steadiness,
                    course.telemetry(),
                    course.course()),
                troubles,
                consistency);
    Steadiness.tell(summary.details().steadyState(), events, origin);
    diagnosis.tellNew();
    events.finished(summary);
    return summary;
  }

  private Summary summary(
      Summaries.Measurements measurements,
      List<Finding> troubles,
      @Nullable ConsistencyReport consistency) {
    return Summaries.of(
        new Summaries.Inputs(
            spec,
            origin.id(),
            origin.startedAt(),
            measurements,
            observed,
            required(target),
            troubles,
            consistency == null ? null : consistency.summary()));
  }

  private List<Finding> troubles(List<Measured> iterations) {
    List<Finding> troubles = new ArrayList<>();
    long nowNanos = clock.nanoTime();
    required(windows)
        .rest(origin.sinceStart(nowNanos))
        .ifPresent(text -> events.eventAt(nowNanos, EventKind.GENERATOR, text));
    required(windows).finding().ifPresent(troubles::add);
    observed.finding().ifPresent(troubles::add);
    generators.finding(spec.phases(), iterations).ifPresent(troubles::add);
    troubles.addAll(events.troubles());
    return troubles;
  }

  private static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("the run has not started");
    }
    return value;
  }
}
