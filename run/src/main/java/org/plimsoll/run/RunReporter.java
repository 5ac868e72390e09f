package org.plimsoll.run;

import org.plimsoll.result.EventKind;
import org.plimsoll.result.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.analysis.consistency.ConsistencyReport;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.analysis.verdict.Elasticity;

/**
 * Tells the listeners how a run goes: merges what the shards recorded, each second, and says what
 * came of it. Intervals come from the housekeeping thread alone; events from any.
 */
final class RunReporter {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What ends together with a second makes an interval of its own; its rates are over this. */
  private static final long SHORTEST_NANOS = 1_000_000;

  /** Codes of failures whose first is told; there are few, unless a driver makes many. */
  private static final int FAILURES_TOLD = 50;

  /** Changes of level that are marked; who has more is not read any longer. */
  private static final int CHANGES_TOLD = 20;

  private final RunSpec spec;
  private final List<Scenario> scenarios;
  private final List<RunListener> listeners;
  private final Clock clock;
  private final String id;
  private final Instant startedAt = Instant.now();
  private final long startNanos;
  private final Confidences confidences = new Confidences();

  /** Of each measure phase. */
  private final List<Steadiness> steadiness = new ArrayList<>();

  private @Nullable OpenTarget target;
  private @Nullable Health health;
  private @Nullable DriverMeters meters;
  private @Nullable Windows windows;
  private @Nullable Telemetry telemetry;
  private final Elasticity elasticity = new Elasticity();
  private final EventLimit limit = new EventLimit();

  /** Where each scenario records the phase that goes on, or went on last. */
  private final Map<Scenario, Map<Phase, PhaseRecorder>> recorders = new HashMap<>();

  /** What came of fills, and of each iteration. */
  private final List<Measured> fills = new ArrayList<>();

  private Optional<Finding> fillTrouble = Optional.empty();

  /** Codes of failures that have been told, each once. Guarded by this. */
  private final Set<String> failuresTold = new HashSet<>();

  private final List<Measured> iterations = new ArrayList<>();

  /** The step that the summary speaks of, where a pilot has named one. Guarded by this. */
  private @Nullable Summary nominated;

  // Of the phase that goes on:
  private @Nullable PhasePlan measurePlan;
  private Health.@Nullable Reading measureBegin;
  private long pauseNanosMax;
  private Health.@Nullable Reading previous;
  private long previousNanos;

  /** Guarded by this. A tick that fires as the load ends must not follow the last one. */
  private boolean carrying;

  /** When the load began. Guarded by this. */
  private long carriedNanos;

  /** Guarded by this. What happens after the end is nobody's. */
  private boolean finished;

  RunReporter(RunSpec spec, List<Scenario> scenarios, List<RunListener> listeners, Clock clock) {
    this.spec = spec;
    this.scenarios = scenarios;
    this.listeners = new CopyOnWriteArrayList<>(listeners);
    this.clock = clock;
    this.startNanos = clock.nanoTime();
    this.previousNanos = startNanos;
    this.id =
        Long.toHexString((spec.seed() ^ startNanos ^ System.currentTimeMillis()) & 0xffffffffL);
  }

  void listen(RunListener listener) {
    listeners.add(listener);
  }

  synchronized boolean isFinished() {
    return finished;
  }

  String id() {
    return id;
  }

  Instant startedAt() {
    return startedAt;
  }

  long nanos(Instant instant) {
    return startNanos + Duration.between(startedAt, instant).toNanos();
  }

  Instant instant(long atNanos) {
    return startedAt.plusNanos(atNanos - startNanos);
  }

  void begin(
      OpenTarget newTarget, Health newHealth, DriverMeters newMeters, Telemetry newTelemetry) {
    telemetry = newTelemetry;
    target = newTarget;
    health = newHealth;
    meters = newMeters;
    previous = newHealth.read();
    windows = new Windows(spec.slos(), newTarget);
  }

  void started(RunStart start) {
    listeners.forEach(listener -> listener.started(start));
  }

  /** Nothing comes any more. */
  void failed(String problem) {
    synchronized (this) {
      if (finished) {
        return;
      }
      finished = true;
      listeners.forEach(listener -> listener.failed(problem));
    }
  }

  void event(EventKind kind, String text) {
    long nowNanos = clock.nanoTime();
    if (limit.admits(kind, nowNanos)) {
      eventAt(nowNanos, kind, text);
    }
  }

  /** A phase of all scenarios begins at an instant, which may be ahead. */
  void phase(Phase phase, long atNanos) {
    eventAt(atNanos, EventKind.PHASE, phase.begins());
  }

  /** A trial of a search starts. */
  void trial(String name, long atNanos) {
    eventAt(atNanos, EventKind.PHASE, name + " begins");
  }

  /** A new recorder for a scenario's part of a phase. */
  PhaseRecorder recorder(Scenario scenario, Phase phase) {
    Set<OperationType> types = new LinkedHashSet<>();
    scenario.parameters().lanes().forEach(l -> l.mix().forEach(part -> types.add(part.type())));
    types.add(OperationType.INSERT);
    types.add(OperationType.READ);
    types.addAll(required(target).operations());
    PhaseRecorder recorder =
        new PhaseRecorder(phase, types, new FailureText(required(target)::secrets));
    synchronized (this) {
      recorders.computeIfAbsent(scenario, s -> new EnumMap<>(Phase.class)).put(phase, recorder);
    }
    return recorder;
  }

  /** A measure phase, that the summary speaks of, is about to begin. */
  void measures(PhasePlan plan) {
    boolean isFirst;
    synchronized (this) {
      measurePlan = plan;
      measureBegin = null;
      isFirst = steadiness.isEmpty();
      steadiness.add(new Steadiness());
    }
    if (isFirst) {
      required(meters).begin(); // before any operation, should there be no warm-up
    }
    clock
        .housekeeping()
        .schedule(
            plan.measureNanos(),
            () -> {
              synchronized (this) {
                scenarios.forEach(scenario -> scenario.measureBegins(plan.measureNanos()));
                if (isFirst && spec.phases().warmupNanos() > 0) {
                  required(meters).begin();
                }
                required(health).takePauseNanosMax();
                pauseNanosMax = 0;
                measureBegin = required(health).read();
              }
            });
  }

  /** What all fills have done. */
  synchronized void filled(FillMode mode) {
    long answered = 0;
    long ended = 0;
    for (Measured fill : fills) {
      Totals totals = fill.all().all();
      answered += totals.answered();
      ended += totals.ended();
    }
    if (fills.isEmpty()) {
      return;
    }
    event(
        EventKind.PHASE,
        "fill ended: %,d rows %s, %,d failed"
            .formatted(answered, mode == FillMode.VERIFY ? "checked" : "there", ended - answered));
    fillTrouble = FillTrouble.of(fills, mode);
  }

  /** A load begins: from here to its last second, ticks make intervals. */
  synchronized void carries() {
    carrying = true;
    previousNanos = clock.nanoTime();
    carriedNanos = previousNanos;
  }

  /** A second has passed: merges, and tells the listeners; nothing once the load has ended. */
  synchronized void second(long nowNanos) {
    if (!carrying) {
      return;
    }
    long lengthNanos = nowNanos - previousNanos;
    previousNanos = nowNanos;
    limit.over(nowNanos).forEach(text -> eventAt(nowNanos, EventKind.WARNING, text));
    double seconds = Math.max(lengthNanos, SHORTEST_NANOS) / NANOS_PER_SECOND;
    IntervalMaker maker = new IntervalMaker(nowNanos, seconds);
    scenarios.forEach(maker::add);
    maker.firstFailures().forEach(this::tellFirst);
    confidences.add(
        scenarios.stream()
            .filter(scenario -> !scenario.isProbe())
            .map(Scenario::lastMeasured)
            .toList());
    if (lengthNanos < SHORTEST_NANOS && maker.isEmpty()) {
      return;
    }
    Phase phase = phaseAt(nowNanos - lengthNanos / 2);
    Health.Reading before = required(previous);
    Health.Reading after = required(health).read();
    previous = after;
    List<Finding> findings = required(windows).judge(maker.loads(), lengthNanos, before, after);
    Interval interval =
        maker.interval(
            nowNanos - startNanos,
            lengthNanos,
            phase,
            measurePlan == null ? spec.fill().ratePerSecond() : maker.targetPerSecond(),
            health(lengthNanos, before, after),
            findings,
            required(telemetry).take());
    if (!steadiness.isEmpty()) {
      steadiness.getLast().add(interval);
    }
    if (phase == Phase.MEASURE) {
      required(windows)
          .measured(interval.atNanos(), lengthNanos, findings)
          .ifPresent(text -> eventAt(nowNanos, EventKind.GENERATOR, text));
      maker.tell(elasticity, interval.atNanos(), lengthNanos);
    }
    listeners.forEach(listener -> listener.interval(interval, maker.histograms()));
  }

  /** What the store said with the first failure of a code, of whatever operation it was. */
  private void tellFirst(IntervalMaker.Said said) {
    if (failuresTold.size() < FAILURES_TOLD && failuresTold.add(said.code())) {
      eventAt(
          said.first().atNanos(),
          EventKind.FAILURE,
          "first " + said.code() + " (" + said.operation() + "): " + said.first().message());
    }
  }

  /** The phase has ended: tells what came since the last whole second, and keeps the result. */
  synchronized void lastSecond(long nowNanos, boolean aborted) {
    Health.Reading end = required(health).read();
    second(nowNanos);
    carrying = false;
    PhasePlan plan = measurePlan;
    long endedNanos = plan == null ? previousNanos : plan.endedNanos(clock.nanoTime());
    long elapsedNanos = endedNanos - (plan == null ? carriedNanos : plan.measureNanos());
    Health.Reading begin = measureBegin != null ? measureBegin : end;
    List<Part> parts = new ArrayList<>();
    List<Part> probes = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      PhaseRecorder recorder = takeRecorder(scenario, plan == null ? Phase.FILL : Phase.MEASURE);
      if (recorder != null) {
        if (aborted) {
          recorder.cumulative().values().forEach(Totals::finish);
        }
        (scenario.isProbe() ? probes : parts)
            .add(scenario.part(recorder, plan == null ? spec.fill() : null, endedNanos));
      }
    }
    (plan == null ? fills : iterations)
        .add(
            new Measured(
                Math.max(1, elapsedNanos),
                Measured.Machine.between(begin, end, pauseNanosMax),
                parts,
                probes));
  }

  /** A step of a scenario's measure phase begins now; the generator as it is. */
  synchronized Health.Reading beginStep(Scenario scenario) {
    scenario.measureBegins(clock.nanoTime());
    required(health).takePauseNanosMax();
    pauseNanosMax = 0;
    return required(health).read();
  }

  /**
   * The summary of a step that is over.
   *
   * @param perSecond the rate that it had; 0 when closed
   * @param isWhole whether all of it has ended; what has not is otherwise left out
   */
  synchronized Summary endStep(
      Scenario scenario,
      PhaseRecorder recorder,
      Health.Reading begin,
      long lengthNanos,
      double perSecond,
      boolean isWhole) {
    takeRecorder(scenario, recorder.phase());
    long pause = Math.max(pauseNanosMax, required(health).takePauseNanosMax());
    Measured step =
        new Measured(
            Math.max(1, lengthNanos),
            Measured.Machine.between(begin, required(health).read(), pause),
            List.of(scenario.endStep(recorder, isWhole, perSecond)),
            List.of());
    return Summaries.of(
        new Summaries.Inputs(
            spec,
            id,
            startedAt,
            List.of(step),
            false,
            new Confidences(),
            List.of(),
            required(meters),
            required(target),
            List.of(),
            null));
  }

  /** Makes the run's summary that of one of its steps. */
  synchronized void nominate(Summary summary) {
    nominated = summary;
  }

  private @Nullable PhaseRecorder takeRecorder(Scenario scenario, Phase phase) {
    Map<Phase, PhaseRecorder> its = recorders.get(scenario); // none of those that did not fill
    return its == null ? null : its.remove(phase);
  }

  /** The summary of the measurement, or of the fill where there was none. */
  synchronized Summary finish(@Nullable ConsistencyReport consistency) {
    boolean isFill = iterations.isEmpty();
    List<Measured> measured = isFill ? fills : iterations;
    List<Finding> troubles = new ArrayList<>(troubles());
    if (!isFill) {
      fillTrouble.ifPresent(troubles::add);
    }
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
                    id,
                    startedAt,
                    measured.isEmpty() ? List.of(nothing()) : measured,
                    isFill,
                    confidences,
                    steadiness,
                    required(meters),
                    required(target),
                    troubles,
                    consistency == null ? null : consistency.summary()));
    Summary.SteadyState state = summary.steadyState();
    if (state != null) {
      state.changes().stream()
          .limit(CHANGES_TOLD)
          .forEach(change -> eventAt(startNanos + change.atNanos(), EventKind.CHANGE, change.text()));
    }
    summary
        .verdict()
        .findings()
        .forEach(finding -> event(EventKind.FINDING, finding.code().text() + ": " + finding.text()));
    limit.rest().forEach(text -> eventAt(clock.nanoTime(), EventKind.WARNING, text));
    finished = true;
    listeners.forEach(listener -> listener.finished(summary));
    return summary;
  }

  private List<Finding> troubles() {
    Optional<Finding> _ = elasticity.end();
    return Stream.of(
            required(windows).finding().stream(),
            elasticity.findings().stream(),
            listeners.stream().flatMap(listener -> listener.trouble().stream()))
        .flatMap(Function.identity())
        .toList();
  }

  /** Nothing was done at all. */
  private Measured nothing() {
    Health.Reading now = required(health).read();
    return new Measured(
        1,
        Measured.Machine.between(now, now, 0),
        scenarios.stream()
            .filter(scenario -> !scenario.isProbe())
            .map(scenario ->
                scenario.part(
                    new PhaseRecorder(Phase.MEASURE, List.of()),
                    spec.phases().measures() ? null : spec.fill(),
                    startNanos))
            .toList(),
        List.of());
  }

  private Interval.Health health(long lengthNanos, Health.Reading before, Health.Reading after) {
    long pause = required(health).takePauseNanosMax();
    if (measureBegin != null) {
      pauseNanosMax = Math.max(pauseNanosMax, pause);
    }
    Measured.Machine machine = Measured.Machine.between(before, after, pause);
    return new Interval.Health(
        (double) machine.cpuNanos() / Math.max(lengthNanos, SHORTEST_NANOS),
        pause,
        machine.stealShare(),
        Health.heapUsedBytes());
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

  private void eventAt(long atNanos, EventKind kind, String text) {
    tell(atNanos, new RunEvent(atNanos - startNanos, kind, text));
  }

  /** A parameter has changed just now. */
  void changed(RunEvent.Change change) {
    long nowNanos = clock.nanoTime();
    tell(nowNanos, new RunEvent(nowNanos - startNanos, EventKind.PARAMETER, change.text(), change));
  }

  private void tell(long atNanos, RunEvent event) {
    synchronized (this) {
      if (finished) {
        return;
      }
      listeners.forEach(listener -> listener.event(event));
      if (event.kind() == EventKind.TARGET || event.kind() == EventKind.PARAMETER) {
        elasticity
            .changed(event.atNanos(), event.text())
            .ifPresent(finding -> eventAt(atNanos, EventKind.SETTLED, finding.text()));
      }
    }
  }

  private static <T> T required(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("the run has not begun");
    }
    return value;
  }
}
