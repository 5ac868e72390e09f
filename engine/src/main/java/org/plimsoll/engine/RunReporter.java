package org.plimsoll.engine;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.Latencies;
import org.plimsoll.engine.report.RunEvent;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.RunStart;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;

/**
 * Tells the listeners how a run goes: merges what the shards recorded, each second, and says what
 * came of it. Intervals come from the housekeeping thread alone; events from any.
 */
final class RunReporter {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What ends together with a second makes an interval of its own; its rates are over this. */
  private static final long SHORTEST_NANOS = 1_000_000;

  private final RunSpec spec;
  private final List<RunListener> listeners;
  private final Clock clock;
  private final String id;
  private final Instant startedAt = Instant.now();
  private final long startNanos;
  private final Map<String, PhaseRecorder> recorders = new LinkedHashMap<>();
  private @Nullable OpenTarget target;
  private @Nullable Health health;
  private @Nullable Waits waits;
  private @Nullable DriverMeters meters;
  private @Nullable PhasePlan measurePlan;
  private long measureStartNanos;
  private Health.@Nullable Reading measureBegin;
  private Health.@Nullable Reading measureEnd;
  private Sessions.@Nullable Usage usageBegin;
  private int waitingAtBegin;
  private long pauseNanosMax;
  private Health.@Nullable Reading previous;
  private long previousNanos;

  /** Guarded by this. A tick that fires as the load ends must not follow the last one. */
  private boolean carrying;

  /** What was collected and is in no interval yet. Guarded by this. */
  private Map<OperationType, Totals> uncollected = new LinkedHashMap<>();

  /** The step that the summary speaks of, where a pilot has named one. Guarded by this. */
  private @Nullable Summary nominated;

  /** When the load began. Guarded by this. */
  private long carriedNanos;

  /** Guarded by this. What happens after the end is nobody's. */
  private boolean finished;

  RunReporter(RunSpec spec, List<RunListener> listeners, Clock clock) {
    this.spec = spec;
    this.listeners = listeners;
    this.clock = clock;
    this.startNanos = clock.nanoTime();
    this.previousNanos = startNanos;
    this.id =
        Long.toHexString((spec.seed() ^ startNanos ^ System.currentTimeMillis()) & 0xffffffffL);
  }

  String id() {
    return id;
  }

  Instant startedAt() {
    return startedAt;
  }

  void begin(OpenTarget newTarget, Health newHealth, Waits newWaits, DriverMeters newMeters) {
    target = newTarget;
    health = newHealth;
    waits = newWaits;
    meters = newMeters;
    previous = newHealth.read();
  }

  void started(RunStart start) {
    listeners.forEach(listener -> listener.started(start));
  }

  void event(String kind, String text) {
    eventAt(clock.nanoTime(), kind, text);
  }

  /** A new phase from an instant on, which may be ahead. */
  PhaseRecorder phase(String name, long atNanos) {
    Set<OperationType> types = new LinkedHashSet<>();
    spec.parameters().lanes().forEach(l -> l.mix().forEach(weight -> types.add(weight.type())));
    types.add(OperationType.INSERT);
    types.add(OperationType.READ);
    types.add(OperationType.READ_MODIFY_WRITE);
    types.addAll(required(target).driver().operations());
    PhaseRecorder recorder = new PhaseRecorder(name, types);
    synchronized (this) {
      recorders.put(name, recorder);
    }
    eventAt(atNanos, "phase", name + " begins");
    return recorder;
  }

  /** The phase that the summary speaks of. */
  void measures(PhasePlan plan, Sessions sessions, IntSupplier backlog) {
    measurePlan = plan;
    measureStartNanos = plan.measureNanos();
    clock
        .housekeeping()
        .schedule(
            measureStartNanos,
            () -> {
              synchronized (this) {
                required(waits).restart();
                required(health).takePauseNanosMax();
                measureBegin = required(health).read();
                usageBegin = sessions.usage();
                waitingAtBegin = backlog.getAsInt();
              }
            });
  }

  /** What the fill has done. */
  void filled(PhaseRecorder recorder, FillMode mode) {
    Totals totals = PhaseRecorder.sum(recorder.cumulative());
    event(
        "phase",
        "fill ended: %,d rows %s, %,d failed"
            .formatted(
                totals.answered(),
                mode == FillMode.VERIFY ? "checked" : "there",
                totals.ended() - totals.answered()));
  }

  /** A load begins: from here to its last second, ticks make intervals. */
  synchronized void carries() {
    carrying = true;
    previousNanos = clock.nanoTime();
    carriedNanos = previousNanos;
  }

  /** A second has passed: merges, and tells the listeners; nothing once the load has ended. */
  synchronized void second(long nowNanos, Parameters now, Sessions sessions, int backlog) {
    if (!carrying) {
      return;
    }
    long lengthNanos = nowNanos - previousNanos;
    previousNanos = nowNanos;
    recorders.values().forEach(this::collect);
    Map<OperationType, Totals> byType = uncollected;
    uncollected = new LinkedHashMap<>();
    byType.values().removeIf(totals -> totals.ended() + totals.count(Counter.SCHEDULED) == 0);
    Histogram lag = required(waits).collect();
    Totals all = PhaseRecorder.sum(byType);
    if (lengthNanos < SHORTEST_NANOS && byType.isEmpty()) {
      return;
    }
    double seconds = Math.max(lengthNanos, SHORTEST_NANOS) / NANOS_PER_SECOND;
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    Map<String, Interval.OperationInterval> operations = new LinkedHashMap<>();
    addOperation("all", all, seconds, operations, histograms);
    byType.forEach(
        (type, totals) -> addOperation(type.name(), totals, seconds, operations, histograms));
    histograms.put("dispatch-lag", all.lag());
    Interval interval =
        new Interval(
            nowNanos - startNanos,
            lengthNanos,
            phaseAt(nowNanos - lengthNanos / 2),
            now.ratePerSecond(),
            all.answered() / seconds,
            all.count(Counter.BYTES) / seconds,
            sessions.inFlight(),
            backlog,
            Summaries.accounting(all),
            Summaries.failures(all),
            operations,
            Latencies.ofInterval(lag.getTotalCount() > 0 ? lag : all.lag()),
            healthSince(lengthNanos));
    listeners.forEach(listener -> listener.interval(interval, histograms));
  }

  private void collect(PhaseRecorder recorder) {
    recorder
        .collect()
        .forEach(
            (type, totals) -> uncollected.computeIfAbsent(type, t -> new Totals()).add(totals));
  }

  /** What a recorder holds so far, shown to {@code view} while nothing else collects. */
  synchronized <T> T look(PhaseRecorder recorder, Function<Map<OperationType, Totals>, T> view) {
    collect(recorder);
    return view.apply(recorder.cumulative());
  }

  /** The generator as a step of the measurement begins. */
  record StepBegin(Health.Reading health, Sessions.Usage usage, int waiting) {}

  synchronized StepBegin beginStep(Sessions sessions, int waiting) {
    required(waits).restart();
    required(health).takePauseNanosMax();
    pauseNanosMax = 0;
    return new StepBegin(required(health).read(), sessions.usage(), waiting);
  }

  /**
   * The summary of a step, whose recorder will be read no more.
   *
   * @param isWhole whether all of it has ended; what has not is otherwise left out
   */
  synchronized Summary endStep(
      PhaseRecorder recorder,
      StepBegin begin,
      long lengthNanos,
      Parameters now,
      Sessions sessions,
      boolean isWhole) {
    collect(recorder);
    recorders.remove(recorder.phase());
    required(waits).collect();
    Map<OperationType, Totals> totals = recorder.cumulative();
    if (!isWhole) {
      totals.values().forEach(Totals::forgetPending);
    }
    long pause = Math.max(pauseNanosMax, required(health).takePauseNanosMax());
    return Summaries.of(
        new Summaries.Inputs(
            spec,
            id,
            startedAt,
            now,
            Math.max(1, lengthNanos),
            totals,
            false,
            required(waits),
            required(meters),
            required(target),
            begin.health(),
            required(health).read(),
            pause,
            clock.isVirtual(),
            isWhole ? begin.usage() : null,
            sessions.usage(),
            begin.waiting(),
            List.of()));
  }

  /** Makes the run's summary that of one of its steps. */
  synchronized void nominate(Summary summary) {
    nominated = summary;
  }

  /** The run's load has ended: tells what came since the last whole second. */
  synchronized void lastSecond(long nowNanos, Parameters now, Sessions sessions) {
    PhasePlan plan = measurePlan;
    if (plan != null && measureEnd == null) {
      measureEnd = required(health).read();
    }
    second(nowNanos, now, sessions, 0);
    carrying = false;
  }

  /** The summary of the measurement, or of the fill where there was none. */
  synchronized Summary finish(Parameters now, Sessions sessions, boolean aborted) {
    PhaseRecorder measured = recorders.get("measure");
    PhaseRecorder subject = measured != null ? measured : recorders.get("fill");
    PhasePlan plan = measurePlan;
    long elapsedNanos =
        plan != null
            ? plan.endedNanos(clock.nanoTime()) - measureStartNanos
            : previousNanos - carriedNanos;
    Health.Reading end = measureEnd != null ? measureEnd : required(health).read();
    Health.Reading begin = measureBegin != null ? measureBegin : end;
    Map<OperationType, Totals> totals = subject == null ? Map.of() : subject.cumulative();
    if (aborted) {
      totals.values().forEach(Totals::finish);
    }
    Summary own = nominated;
    Summary summary =
        own != null
            ? own
            : Summaries.of(
            new Summaries.Inputs(
                spec,
                id,
                startedAt,
                now,
                Math.max(1, elapsedNanos),
                totals,
                measured == null,
                required(waits),
                required(meters),
                required(target),
                begin,
                end,
                pauseNanosMax,
                clock.isVirtual(),
                usageBegin,
                sessions.usage(),
                waitingAtBegin,
                listeners.stream().flatMap(listener -> listener.trouble().stream()).toList()));
    summary
        .verdict()
        .findings()
        .forEach(finding -> event("finding", finding.code() + ": " + finding.text()));
    finished = true;
    listeners.forEach(listener -> listener.finished(summary));
    return summary;
  }

  private void addOperation(
      String name,
      Totals totals,
      double seconds,
      Map<String, Interval.OperationInterval> operations,
      Map<String, Histogram> histograms) {
    operations.put(
        name,
        new Interval.OperationInterval(
            totals.answered() / seconds,
            Latencies.ofInterval(totals.response()),
            Latencies.ofInterval(totals.service())));
    if (totals.response().getTotalCount() > 0) {
      histograms.put(name + "/response", totals.response());
    }
    if (totals.service().getTotalCount() > 0) {
      histograms.put(name + "/service", totals.service());
    }
  }

  private Interval.Health healthSince(long lengthNanos) {
    Health.Reading reading = required(health).read();
    Health.Reading before = required(previous);
    previous = reading;
    long pause = required(health).takePauseNanosMax();
    if (measureBegin != null) {
      pauseNanosMax = Math.max(pauseNanosMax, pause);
    }
    return new Interval.Health(
        (double) (reading.cpuNanos() - before.cpuNanos()) / Math.max(lengthNanos, SHORTEST_NANOS),
        pause,
        reading.stealShareSince(before),
        Health.heapUsedBytes());
  }

  private String phaseAt(long nowNanos) {
    PhasePlan plan = measurePlan;
    if (plan == null) {
      return "fill";
    }
    if (nowNanos - measureStartNanos <= 0) {
      return "warmup";
    }
    return plan.endedNanos(nowNanos) - nowNanos < 0 ? "drain" : "measure";
  }

  private void eventAt(long atNanos, String kind, String text) {
    RunEvent event = new RunEvent(atNanos - startNanos, kind, text);
    synchronized (this) {
      if (!finished) {
        listeners.forEach(listener -> listener.event(event));
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
