package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyMonitor;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.analysis.consistency.ConsistencyProbe;
import org.plimsoll.analysis.consistency.ConsistencyReport;
import org.plimsoll.analysis.consistency.OtherWriters;
import org.plimsoll.analysis.consistency.ReadBack;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.ConsistencySpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.Phase;

/**
 * The consistency checks of a run: a monitor of the operations, a probe, and the read-back after
 * the load. The probe and the read-back have their own sessions.
 */
final class ConsistencyRun {
  private static final int READERS = 64;
  private static final int FEWEST_SESSIONS = 4;
  private static final long EXPIRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final RunSpec spec;
  private final Clock clock;
  private final OpenTarget target;
  private final FleetSeat seat;
  private final int run;
  private final boolean withKeyText;
  private final ConsistencyMonitor monitor;
  private @Nullable ConsistencyProbe probe;
  private @Nullable ReadBack readBack;
  private long settledNanos;

  private ConsistencyRun(RunContext context, OpenTarget target) {
    this.spec = context.spec();
    this.clock = context.clock();
    this.seat = context.seat();
    this.target = target;
    RunOrigin origin = context.origin();
    int number = (int) Long.parseLong(origin.id(), 16) & Integer.MAX_VALUE;
    OtherWriters others = others(seat, spec.loads());
    this.run =
        others.exist() ? OtherWriters.part(number, seat.shares().generator()) : Math.max(1, number);
    this.withKeyText = target.driver().capabilities().contains(Capability.TEXT_KEYS);
    long epochNanos = TimeUnit.MILLISECONDS.toNanos(origin.startedAt().toEpochMilli());
    this.monitor =
        new ConsistencyMonitor(
            spec.checks().consistency(),
            spec.loads().stream().mapToLong(load -> workload(load).keys().count()).max().orElse(1),
            spec.loads().stream().anyMatch(load -> workload(load).ignoreMissing()),
            run,
            others,
            clock.nanoTime(),
            epochNanos);
  }

  /** Creates the checks of a run; null if the spec has none. */
  static @Nullable ConsistencyRun of(RunContext context, OpenTarget target) {
    return context.spec().checks().consistency().enabled()
        ? new ConsistencyRun(context, target)
        : null;
  }

  /**
   * Returns the results of the generators elsewhere, for a run that this process only shows; null
   * if there are none.
   */
  static @Nullable ConsistencyReport elsewhere(RunContext context) {
    List<ConsistencyPart> parts = context.seat().consistency();
    return parts.isEmpty()
        ? null
        : ConsistencyReport.of(context.spec().checks().consistency(), parts);
  }

  private static OtherWriters others(FleetSeat seat, List<ScenarioSpec> loads) {
    return seat.isDirected()
        ? OtherWriters.of(loads.stream().map(ScenarioSpec::parameters).toList())
        : OtherWriters.NONE;
  }

  /**
   * Checks that the consistency checks allow a change to the loads. Operations by which other
   * generators may change a row must be known from the start, because each read is judged at once.
   *
   * @param loads the loads after the change
   */
  static void requirePossible(RunContext run, List<ScenarioSpec> loads) {
    if (run.spec().checks().consistency().enabled()
        && !others(run.seat(), run.spec().loads()).include(others(run.seat(), loads))) {
      throw new InvalidSpecException(
          "mix: must not gain deletes or writes that the driver defines while a fleet checks"
              + " consistency");
    }
  }

  ConsistencyMonitor monitor() {
    return monitor;
  }

  /** Starts to count reads at the start of the measurement, and starts the probe. */
  void measures(long measureNanos) throws TargetUnavailableException {
    Parameters parameters = spec.parameters();
    monitor.countFrom(measureNanos);
    ConsistencySpec consistency = spec.checks().consistency();
    FleetRequests fleet = seat.requests();
    boolean isOurs = fleet == null || fleet.isFirst();
    if (consistency.probe().everyNanos() == 0 || !isOurs) {
      return;
    }
    try {
      ConsistencyProbe begun =
          new ConsistencyProbe(
              clock,
              target.openSession(),
              workload(parameters),
              parameters.workload().keys().first(),
              consistency,
              parameters.timeoutNanos(),
              run,
              withKeyText);
      begun.start(measureNanos);
      probe = begun;
    } catch (Exception e) {
      throw TargetUnavailableException.because(e);
    }
  }

  /** Called when the load has ended and nothing is in flight. */
  void loadEnded() {
    ConsistencyProbe ended = probe;
    if (ended != null) {
      ended.stop();
    }
  }

  /**
   * Reads the written keys again until all writes are visible or the settle time has passed.
   *
   * @param carries receives the loads of the read-back, so that they can be aborted
   */
  void readBack(Consumer<Load> carries) throws InterruptedException {
    ReadBack begun = monitor.readsBack();
    readBack = begun;
    long startNanos = clock.nanoTime();
    long deadlineNanos = startNanos + spec.checks().consistency().settleNanos();
    try (Sessions sessions = new Sessions(clock, target::openSession, text -> {})) {
      sessions.open(sessionCount());
      while (begun.size() > 0) {
        round(begun, sessions, carries);
        begun.ended();
        settledNanos = clock.nanoTime() - startNanos;
        if (clock.nanoTime() - deadlineNanos >= 0) {
          break;
        }
        if (begun.size() > 0) {
          Signal pause = new Signal();
          clock.housekeeping().schedule(clock.nanoTime() + PAUSE_NANOS, pause::fire);
          clock.await(pause);
        }
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      // The target is unreachable, so the remaining keys count as unread.
      settledNanos = clock.nanoTime() - startNanos;
    }
  }

  private void round(ReadBack keys, Sessions sessions, Consumer<Load> carries)
      throws InterruptedException {
    Parameters now = spec.parameters();
    Parameters.Weight read = new Parameters.Weight(OperationType.READ, 1);
    Parameters reading =
        new Parameters(
            Parameters.Model.CLOSED,
            List.of(new Parameters.Lane("read-back", List.of(read), 0, READERS)),
            now.arrivals(),
            Math.min(now.timeoutNanos(), Math.max(1, spec.checks().consistency().settleNanos())),
            new Parameters.Bound(READERS, now.bound().whenFull(), now.bound().maxBacklog()),
            now.workload());
    LoadContext context =
        new LoadContext(clock, sessions, null, false, withKeyText, monitor.watches(0, 1), null);
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, Set.of(OperationType.READ));
    long startNanos = clock.nanoTime();
    PhasePlan plan = new PhasePlan(recorder, recorder, startNanos, Long.MAX_VALUE, keys.size());
    ClosedLoad load =
        new ClosedLoad(
            context,
            plan,
            reading,
            _ -> List.of(keys.round(workload(now), now.workload().keys().first())),
            clock.workers(1),
            0,
            spec.identity().seed(),
            Shares.alone());
    Signal finished = load.finished();
    Alarm watchdog =
        new Alarm(
            clock.housekeeping(),
            nanos -> {
              load.expire(nanos);
              sessions.discardStuck(nanos, reading.timeoutNanos());
              return finished.hasFired() ? Alarm.NEVER : nanos + EXPIRY_NANOS;
            });
    watchdog.arm(startNanos + EXPIRY_NANOS);
    carries.accept(load);
    load.start(startNanos);
    clock.await(finished);
  }

  private int sessionCount() {
    return target.driver().capabilities().contains(Capability.SIMULATED)
        ? 1
        : Math.clamp(target.client().preferredSessions(), FEWEST_SESSIONS, READERS);
  }

  private static WorkloadSpec workload(ScenarioSpec load) {
    return load.parameters().workload();
  }

  private Workload workload(Parameters now) {
    return Workload.of(
        now.workload(), now.lanes().getFirst().mix(), spec.identity().seed(), new KeySequence(1));
  }

  /** Returns the results of all generators of the run. Waits for all of them. */
  ConsistencyReport report() throws InterruptedException {
    ConsistencyProbe probed = probe;
    ConsistencyPart own =
        ConsistencyPart.of(
            monitor, readBack, settledNanos, probed == null ? null : probed.result());
    return ConsistencyReport.of(monitor, seat.gather(own));
  }
}
