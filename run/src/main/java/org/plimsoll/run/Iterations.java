package org.plimsoll.run;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.Lanes;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.OperationLimit;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.result.Phase;

/**
 * The iterations of a run, which create the load of each scenario and execute all loads together.
 *
 * @param verifier checks the rows that are read; null without verification
 * @param consistency observes writes and reads; null if consistency is not checked
 * @param steps divides the measurement into steps; null if the run is not a search
 */
record Iterations(
    RunContext run,
    List<Companion> companions,
    @Nullable RowVerifier verifier,
    @Nullable ConsistencyRun consistency,
    @Nullable PilotedSteps steps) {
  /** Heap for one operation in flight: its slot, its row and the client's state. */
  private static final long IN_FLIGHT_BYTES = 16 << 10;

  void execute(RunPhase.Iteration phase) throws InterruptedException, TargetUnavailableException {
    // Classes are loaded before the first compilation; the schedule must not start before that.
    run.scenarios().forEach(scenario -> scenario.compile(scenario.parameters(), phase.number()));
    if (phase.isFirst()) {
      Rehearsal.of(run.scenarios(), run.clock());
    }
    Quota quota =
        isGranted(phase.operations()) ? run.seat().quota(phase.number(), phase.operations()) : null;
    FleetSeat.Start start = run.seat().ready(phase.number(), run.clock());
    if (start == null) {
      return;
    }
    long startNanos = start.startNanos();
    run.seat().shares().origin(startNanos - start.runNanos());
    long measureNanos = phase.measureNanos(startNanos);
    if (phase.isFirst()) {
      run.events().phase(Phase.WARMUP, startNanos);
    }
    run.events().phase(Phase.MEASURE, measureNanos);
    PhasePlan plan = null;
    Runnable beginSteps = () -> {};
    for (Scenario scenario : run.scenarios()) {
      PhaseRecorder warmup = run.generator().recorder(scenario, Phase.WARMUP);
      PhaseRecorder measure = run.generator().recorder(scenario, Phase.MEASURE);
      scenario.records(List.of(warmup, measure));
      plan =
          plan == null
              ? new PhasePlan(
                  warmup,
                  measure,
                  measureNanos,
                  phase.endNanos(startNanos),
                  quota == null
                      ? limit(phase.operations())
                      : OperationLimit.granted(phase.operations(), quota))
              : plan.beside(warmup, measure, !scenario.isProbe());
      scenario.begin(loads(scenario, plan, phase.number()));
      if (steps != null && scenario.equals(run.scenarios().getFirst())) {
        PhasePlan its = plan;
        beginSteps = () -> steps.begin(scenario, its, measure, measureNanos);
      }
    }
    run.generator().measures(Objects.requireNonNull(plan, "a run has at least one scenario"));
    if (phase.isFirst()) {
      companions.forEach(companion -> companion.measures(measureNanos));
    }
    beginSteps.run();
    if (consistency != null && phase.isFirst()) {
      consistency.measures(measureNanos);
    }
    // Before the fleet ends the run, the read-back follows, and then the results of all generators.
    carry(startNanos, phase.isLast() && consistency == null);
  }

  /** Whether operations are granted to generators, because no schedule assigns them. */
  private boolean isGranted(long operations) {
    List<Parameters> counted = counted().stream().map(Scenario::parameters).toList();
    boolean isHeld = counted.size() == 1 && counted.getFirst().bound().whenFull() == WhenFull.HOLD;
    return operations > 0
        && hasPlace(counted.getFirst())
        && (isHeld || counted.stream().allMatch(each -> each.model() == Model.CLOSED));
  }

  /** Whether this generator has a worker, since there may be fewer workers than generators. */
  private boolean hasPlace(Parameters first) {
    Shares shares = run.seat().shares();
    return shares.view().table(places(first)).weight(shares.generator()) > 0;
  }

  private static int places(Parameters first) {
    return first.workers() > 0 ? first.workers() : Integer.MAX_VALUE;
  }

  private List<Scenario> counted() {
    return run.scenarios().stream().filter(scenario -> !scenario.isProbe()).toList();
  }

  /**
   * Returns the number of operations after which this generator's measurement ends. A single load
   * with a schedule counts the operations of all generators, so that it ends after the same
   * operation as with one generator.
   */
  private OperationLimit limit(long operations) {
    Shares shares = run.seat().shares();
    if (shares.view().isAll()) {
      return OperationLimit.of(operations);
    }
    List<Scenario> counted = counted();
    Parameters first = counted.getFirst().parameters();
    if (counted.size() == 1 && first.model() != Model.CLOSED) {
      // A schedule that is held back has a different position on each generator, so each counts its
      // own operations.
      boolean isOneLane = first.lanes().size() == 1;
      ShareView view = isOneLane ? shares.view().ofLane(first, 0) : shares.view();
      return first.bound().whenFull() == WhenFull.HOLD
          ? OperationLimit.part(operations, view.epoch().table(), shares.generator())
          : OperationLimit.ofSchedule(operations);
    }
    int places = first.model() == Model.CLOSED ? places(first) : Integer.MAX_VALUE;
    return OperationLimit.part(operations, shares.view().table(places), shares.generator());
  }

  private void carry(long startNanos, boolean isLast) throws InterruptedException {
    if (steps == null) {
      run.loads().carry(startNanos, isLast);
      return;
    }
    try {
      run.loads().carry(startNanos, isLast);
    } finally {
      steps.end();
    }
    steps.requireSound();
  }

  /** Returns a function that creates a scenario's load from its parameters. */
  private Function<Parameters, Load> loads(Scenario scenario, PhasePlan plan, int iteration) {
    LoadContext context =
        scenario.context(
            run.clock(),
            verifier,
            consistency == null
                ? null
                : consistency
                    .monitor()
                    .watches(run.scenarios().indexOf(scenario), run.scenarios().size()));
    Lanes lanes = now -> scenario.compile(now, iteration);
    long seed = run.spec().identity().seed() ^ scenario.stream(iteration);
    Shares shares = run.seat().shares();
    int processors = Runtime.getRuntime().availableProcessors();
    int threads = run.clock().isVirtual() ? 0 : processors;
    return now ->
        now.model() == Model.CLOSED
            ? new ClosedLoad(
                context, plan, now, lanes, run.clock().workers(processors), threads, seed, shares)
            : new OpenLoad(context, plan, now, lanes, scenario.waits(), seed, capacity(), shares);
  }

  /** Returns the number of operations in flight that memory allows for one of the scenarios. */
  private int capacity() {
    long byMemory = Runtime.getRuntime().maxMemory() / 2 / IN_FLIGHT_BYTES;
    return Math.clamp(byMemory / run.scenarios().size(), 1_024, 1 << 20);
  }
}
