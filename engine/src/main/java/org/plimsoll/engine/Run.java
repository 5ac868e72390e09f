package org.plimsoll.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.Handshake;
import org.plimsoll.engine.load.Lanes;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.report.RunListener;
import org.plimsoll.engine.report.RunStart;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.tune.Pilot;
import org.plimsoll.engine.workload.AcknowledgedWrites;
import org.plimsoll.engine.workload.FillSource;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;

/**
 * One run, from a spec to a summary: open the target, fill it, warm up, measure, drain, judge. Its
 * parameters can be changed and it can be stopped from any thread while {@link #execute} blocks.
 */
public final class Run {
  private static final long EXPIRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TRACKED_KEYS = 1_000_000;

  /** Heap that one operation in flight may take: slot, row, the client's own. */
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  private final RunSpec spec;
  private final Drivers drivers;
  private final Clock clock;
  private final RunReporter reporter;
  private final DriverMeters meters = new DriverMeters();
  private final Waits waits = new Waits();
  private final @Nullable Pilot pilot;
  private volatile Parameters parameters;
  private volatile @Nullable Load load;

  /** The load that parameters are about, while it goes on; a fill has its own. */
  private volatile @Nullable Load measured;

  private volatile @Nullable OpenTarget open;
  private volatile boolean stopped;
  private volatile boolean aborted;

  private Run(
      RunSpec spec,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      @Nullable Pilot pilot) {
    this.pilot = pilot;
    this.spec = spec;
    this.drivers = drivers;
    this.clock = clock;
    this.parameters = spec.parameters();
    this.reporter = new RunReporter(spec, listeners, clock);
  }

  /** A run in real time that has not begun. */
  public static Run prepare(RunSpec spec, Drivers drivers, List<RunListener> listeners) {
    return prepare(spec, drivers, listeners, Clock.system());
  }

  /** A run on a clock of the caller's, such as virtual time with a simulated target. */
  public static Run prepare(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock) {
    return new Run(spec, drivers, List.copyOf(listeners), clock, null);
  }

  /** A run whose measure phase a pilot divides into steps, and whose load it changes. */
  public static Run piloted(
      RunSpec spec, Drivers drivers, List<RunListener> listeners, Clock clock, Pilot pilot) {
    return new Run(spec, drivers, List.copyOf(listeners), clock, pilot);
  }

  /**
   * Runs to the end, on the calling thread.
   *
   * @throws TargetUnavailableException when the target cannot be opened or prepared
   * @throws InvalidSpecException when the driver refuses something that was asked for
   */
  public Summary execute() throws TargetUnavailableException {
    try (clock;
        Health health = new Health(clock.isVirtual());
        OpenTarget target =
            OpenTarget.open(drivers, spec.target(), new RunHost(spec, clock, meters))) {
      requireSupported(target, parameters);
      open = target;
      reporter.begin(target, health, waits, meters);
      reporter.started(
          new RunStart(
              reporter.id(),
              spec.name(),
              spec.target().uri(),
              reporter.startedAt(),
              spec.seed(),
              spec.resolved()));
      return executeOn(target);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    }
  }

  /** Ends the load as if its time had come: what is under way is waited for, and judged. */
  public void stop() {
    stopped = true;
    Load now = load;
    if (now != null) {
      now.stop();
    }
  }

  /** Ends at once; what is under way counts as unfinished. */
  public void abort() {
    aborted = true;
    stopped = true;
    Load now = load;
    if (now != null) {
      now.abort();
    }
  }

  /** The parameters in force. */
  public Parameters parameters() {
    return parameters;
  }

  /**
   * Changes parameters in one step, from now on.
   *
   * @param who told in the log of events
   * @throws InvalidSpecException when the model or the number of lanes would change, or the target
   *     has no such operation
   */
  public synchronized void change(Parameters next, String who) {
    Parameters before = parameters;
    if (next.model() != before.model() || next.lanes().size() != before.lanes().size()) {
      throw new InvalidSpecException("model: must stay " + before.model() + " while a run goes on");
    }
    OpenTarget target = open;
    if (target != null) {
      requireSupported(target, next);
    }
    for (Parameters.Lane lane : next.lanes()) {
      if (next.model() != Model.CLOSED && !(lane.ratePerSecond() > 0)) {
        throw new InvalidSpecException(
            "rate: must be above 0 for each operation, was " + lane.ratePerSecond());
      }
    }
    // Compiled once more by the load; here to refuse what cannot be, on the caller's thread.
    List<OperationSource> _ = compile(next, new KeySequence(1));
    parameters = next;
    Load now = measured;
    if (now != null) {
      now.change(next);
    }
    reporter.event("parameter", who + " changed " + Changes.between(before, next));
  }

  private Summary executeOn(OpenTarget target)
      throws TargetUnavailableException, InterruptedException {
    Sessions sessions =
        new Sessions(clock, target::openSession, text -> reporter.event("session", text));
    try (sessions) {
      FillSpec fill = spec.fill();
      FillMode fillMode = fillMode(target);
      prepareTarget(target, sessions);
      long keys = fill.keys() == 0 ? parameters.workload().keys() : fill.keys();
      RowVerifier verifier =
          parameters.workload().verify() || fillMode == FillMode.VERIFY
              ? new RowVerifier(
                  new AcknowledgedWrites(TRACKED_KEYS), parameters.workload().ignoreMissing())
              : null;
      LoadContext context =
          new LoadContext(
              clock,
              sessions,
              verifier,
              false,
              target.driver().capabilities().contains(Capability.TEXT_KEYS));
      KeySequence inserted = new KeySequence(Math.max(keys, parameters.workload().keys()));
      if (fillMode != FillMode.NONE && !stopped) {
        fill(context, fillMode, keys, inserted);
        if (!stopped) {
          tellFilled(target);
        }
      }
      PhasesSpec phases = spec.phases();
      boolean measures = phases.durationNanos() > 0 || phases.operations() > 0 || phases.forever();
      if (measures && !(stopped && fillMode != FillMode.NONE)) {
        measure(context, inserted);
      }
      return reporter.finish(parameters, sessions, aborted);
    }
  }

  /** Opens the sessions, makes the schema and shakes hands, so that a dead target costs no load. */
  private void prepareTarget(OpenTarget target, Sessions sessions)
      throws TargetUnavailableException {
    try {
      target.client().create();
      sessions.open(sessionCount(target));
      if (spec.handshake()) {
        Handshake.perform(target, sessions, clock, parameters);
      }
    } catch (TargetUnavailableException e) {
      throw e;
    } catch (Exception e) {
      throw TargetUnavailableException.because(e);
    }
  }

  private static void tellFilled(OpenTarget target) throws TargetUnavailableException {
    try {
      target.client().filled();
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot end the fill: " + e.getMessage(), e);
    }
  }

  private int sessionCount(OpenTarget target) {
    if (spec.target().sessions() > 0) {
      return spec.target().sessions();
    }
    boolean simulated = target.driver().capabilities().contains(Capability.SIMULATED);
    int preferred = simulated ? 1 : target.client().preferredSessions();
    return Math.max(parameters.workers(), preferred);
  }

  private FillMode fillMode(OpenTarget target) throws TargetUnavailableException {
    FillMode asked = spec.fill().mode();
    Set<Capability> capabilities = target.driver().capabilities();
    if (asked != FillMode.AUTO) {
      return asked;
    }
    if (capabilities.contains(Capability.FINDS_EVERY_KEY)) {
      return FillMode.NONE;
    }
    try {
      OptionalLong count = target.client().count();
      boolean empty = count.isPresent() && count.getAsLong() == 0;
      boolean fills = capabilities.contains(Capability.EMBEDDED) ? count.orElse(0) == 0 : empty;
      return fills ? FillMode.FILL : FillMode.NONE;
    } catch (Exception e) {
      throw new TargetUnavailableException("cannot count the rows: " + e.getMessage(), e);
    }
  }

  /** Loads the keys of this shard. */
  private void fill(LoadContext context, FillMode mode, long keys, KeySequence inserted)
      throws InterruptedException {
    FillSpec fill = spec.fill();
    Parameters now = parameters;
    Workload workload =
        Workload.of(now.workload(), now.lanes().getFirst().mix(), spec.seed(), inserted);
    FillSource source =
        new FillSource(
            workload,
            mode == FillMode.VERIFY ? OperationType.READ : OperationType.INSERT,
            fill.shard(),
            fill.shards(),
            fill.fromKey(),
            FillSource.positions(keys, fill.shard(), fill.shards()));
    if (source.size() == 0) {
      return;
    }
    int workers = Math.max(1, fill.workers());
    Parameters.Lane lane =
        new Parameters.Lane(
            "fill",
            List.of(new Parameters.Weight(OperationType.INSERT, 1)),
            fill.ratePerSecond(),
            workers);
    Parameters filling =
        new Parameters(
            fill.ratePerSecond() > 0 ? Model.PACED : Model.CLOSED,
            List.of(lane),
            now.arrivals(),
            Math.max(now.timeoutNanos(), TimeUnit.SECONDS.toNanos(10)),
            workers,
            now.whenFull(),
            now.maxBacklog(),
            now.workload());
    LoadContext filler =
        new LoadContext(
            context.clock(),
            context.sessions(),
            mode == FillMode.VERIFY ? context.verifier() : null,
            mode == FillMode.ONLY_MISSING,
            context.withKeyText());
    long startNanos = clock.nanoTime();
    PhaseRecorder recorder = reporter.phase("fill", startNanos);
    PhasePlan plan = new PhasePlan(recorder, recorder, startNanos, Long.MAX_VALUE, source.size());
    carry(filler, newLoad(filler, plan, filling, _ -> List.of(source)), startNanos);
    reporter.filled(recorder, mode);
  }

  private void measure(LoadContext context, KeySequence inserted) throws InterruptedException {
    Lanes lanes = now -> compile(now, inserted);
    // Classes load with the first; the schedule must not begin before that.
    List<OperationSource> _ = lanes.of(parameters);
    PhasesSpec phases = spec.phases();
    long startNanos = clock.nanoTime();
    long measureNanos = startNanos + phases.warmupNanos();
    long endNanos =
        phases.durationNanos() == 0 ? Long.MAX_VALUE : measureNanos + phases.durationNanos();
    PhaseRecorder warmup = reporter.phase("warmup", startNanos);
    PhaseRecorder measure = reporter.phase("measure", measureNanos);
    PhasePlan plan = new PhasePlan(warmup, measure, measureNanos, endNanos, phases.operations());
    reporter.measures(plan, context.sessions(), this::backlog);
    Parameters begun = parameters;
    Load carried = newLoad(context, plan, begun, lanes);
    measured = carried;
    if (parameters != begun) {
      carried.change(parameters);
    }
    Pilot flown = pilot;
    PilotedSteps steps = null;
    if (flown != null) {
      steps = new PilotedSteps(this, clock, reporter, plan, measure, context.sessions(), meters);
      steps.fly(flown, measureNanos);
    }
    carry(context, carried, startNanos);
    measured = null;
    if (steps != null) {
      steps.landed();
    }
  }

  private List<OperationSource> compile(Parameters now, KeySequence inserted) {
    List<OperationSource> sources = new ArrayList<>();
    for (Parameters.Lane lane : now.lanes()) {
      sources.add(Workload.of(now.workload(), lane.mix(), spec.seed(), inserted));
    }
    return sources;
  }

  /** Lets a load run to its end, with the watchdog and the second's snapshot beside it. */
  private void carry(LoadContext context, Load carried, long startNanos)
      throws InterruptedException {
    Signal finished = carried.finished();
    Alarm watchdog =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              if (finished.hasFired()) {
                return Alarm.NEVER;
              }
              carried.expire(nanos);
              context.sessions().discardStuck(nanos, parameters.timeoutNanos());
              return nanos + EXPIRY_NANOS;
            });
    Alarm seconds =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              reporter.second(nanos, parameters, context.sessions(), carried.backlog());
              return finished.hasFired() ? Alarm.NEVER : nanos + SECOND_NANOS;
            });
    load = carried;
    reporter.carries();
    watchdog.arm(clock.nanoTime() + EXPIRY_NANOS);
    seconds.arm(clock.nanoTime() + SECOND_NANOS);
    carried.start(startNanos);
    if (stopped) {
      carried.stop();
    }
    if (aborted) {
      carried.abort();
    }
    clock.await(finished);
    load = null;
    reporter.lastSecond(clock.nanoTime(), parameters, context.sessions());
    Throwable failure = carried.failure();
    if (failure != null) {
      throw new IllegalStateException("the load could not go on: " + failure, failure);
    }
  }

  /** Changes the load for the pilot, who says himself what he does. */
  synchronized void steer(Parameters next) {
    parameters = next;
    Load now = measured;
    if (now != null) {
      now.change(next);
    }
  }

  int backlog() {
    Load now = load;
    return now == null ? 0 : now.backlog();
  }

  private Load newLoad(LoadContext context, PhasePlan plan, Parameters now, Lanes lanes) {
    if (now.model() == Model.CLOSED) {
      int threads = Math.min(now.workers(), Runtime.getRuntime().availableProcessors());
      boolean turns = now.workers() > threads || clock.isVirtual();
      return new ClosedLoad(context, plan, now, lanes, clock.workers(Math.max(1, threads)), turns);
    }
    long byMemory = Runtime.getRuntime().maxMemory() / 2 / IN_FLIGHT_BYTES;
    int capacity = Math.clamp(byMemory, 1_024, 1 << 20);
    return new OpenLoad(context, plan, now, lanes, waits, spec.seed(), capacity);
  }

  private static void requireSupported(OpenTarget target, Parameters parameters) {
    Set<OperationType> known = target.driver().operations();
    Set<OperationType> asked = new LinkedHashSet<>();
    parameters.lanes().forEach(lane -> lane.mix().forEach(weight -> asked.add(weight.type())));
    for (OperationType type : asked) {
      boolean composed =
          type.equals(OperationType.READ_MODIFY_WRITE)
              && known.contains(OperationType.READ)
              && known.contains(OperationType.UPDATE);
      if (!composed && !known.contains(type)) {
        throw new InvalidSpecException(
            "mix: must be of operations that "
                + target.driver().name()
                + " has, was "
                + type.name());
      }
    }
    if (parameters.workload().verify()
        && !target.driver().capabilities().contains(Capability.RETURNS_ROWS)) {
      throw new InvalidSpecException(
          "verify: must be left out, since "
              + target.driver().name()
              + " returns no rows to check");
    }
  }
}
