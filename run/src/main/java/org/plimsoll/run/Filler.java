package org.plimsoll.run;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.FillProgress;
import org.plimsoll.engine.load.Lanes;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.engine.workload.FillSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.Phase;

/** Creates the loads that insert or check the keys of this generator's shard. */
final class Filler {
  private static final long TIMEOUT_NANOS_MIN = TimeUnit.SECONDS.toNanos(10);
  private static final int IN_FLIGHT_MAX = 1 << 17;

  private final RunSpec spec;
  private final Clock clock;
  private final FleetSeat seat;
  private final AtomicInteger numbers = new AtomicInteger();
  private final int threads = Runtime.getRuntime().availableProcessors();
  private @Nullable Executor workers;

  Filler(RunSpec spec, Clock clock, FleetSeat seat) {
    this.spec = spec;
    this.clock = clock;
    this.seat = seat;
  }

  /** Returns the number of the next fill before the load. */
  int nextNumber() {
    return numbers.getAndIncrement();
  }

  /** Creates a load that fills a scenario's keys; null if there are no keys for this generator. */
  @Nullable RangedFill load(
      Scenario scenario,
      Sessions sessions,
      @Nullable RowVerifier verifier,
      FillMode mode,
      PhaseRecorder recorder,
      int number) {
    FillSpec fill = spec.fill();
    Parameters now = scenario.parameters();
    long ownKeys = now.workload().keys().count();
    long keys = fill.keys() == 0 ? ownKeys : Math.min(fill.keys(), ownKeys);
    long to = FillSource.positions(keys, fill.shard(), fill.shards());
    ShareTable table = seat.shares().view().epoch().table();
    int part = table.part(Math.max(1, fill.workers()), seat.shares().generator());
    // In a fleet, each generator receives ranges of keys to write.
    int workers = seat.isDirected() ? Math.max(1, part) : part;
    if (to <= fill.fromKey() || workers == 0) {
      return null;
    }
    FleetSeat.Fill asked = new FleetSeat.Fill(number, scenario.name(), fill.fromKey(), to, mode);
    Parameters filling = parameters(now, workers, table.share(seat.shares().generator()));
    return new RangedFill(
        seat.fill(asked),
        (range, startNanos) ->
            load(scenario, sessions, verifier, mode, recorder, filling, range, startNanos),
        seat.shares(),
        clock);
  }

  /** Creates the load for a range of keys. */
  private RangedFill.Filling load(
      Scenario scenario,
      Sessions sessions,
      @Nullable RowVerifier verifier,
      FillMode mode,
      PhaseRecorder recorder,
      Parameters filling,
      FillRange range,
      long startNanos) {
    FillSource source =
        new FillSource(
            Workload.of(
                filling.workload(),
                scenario.parameters().lanes().getFirst().mix(),
                spec.identity().seed(),
                scenario.inserted()),
            mode == FillMode.VERIFY ? OperationType.READ : OperationType.INSERT,
            spec.fill().shard(),
            spec.fill().shards(),
            range.from(),
            range.to());
    FillProgress progress = new FillProgress(source);
    boolean readsFirst =
        mode == FillMode.ONLY_MISSING || (range.onlyMissing() && mode == FillMode.FILL);
    LoadContext context =
        new LoadContext(
            clock,
            sessions,
            mode == FillMode.VERIFY ? verifier : null,
            readsFirst,
            scenario.target().driver().capabilities().contains(Capability.TEXT_KEYS),
            progress,
            scenario.failureSamples());
    PhasePlan plan = PhasePlan.fill(recorder, startNanos, source.size());
    long seed = spec.identity().seed() ^ scenario.stream(1);
    Lanes lanes = _ -> List.of(progress);
    if (filling.model() == Model.CLOSED) {
      int atOnce = clock.isVirtual() ? 0 : threads;
      return new RangedFill.Filling(
          new ClosedLoad(
              context, plan, filling, lanes, workers(), atOnce, seed, seat.shares().ofRange()),
          progress);
    }
    return new RangedFill.Filling(
        new OpenLoad(
            context,
            plan,
            filling,
            lanes,
            new Waits(),
            seed,
            IN_FLIGHT_MAX,
            seat.shares().ofRange()),
        progress);
  }

  /** Returns the executor of all fills of the run. */
  private synchronized Executor workers() {
    Executor made = workers;
    if (made == null) {
      made = clock.workers(threads);
      workers = made;
    }
    return made;
  }

  private Parameters parameters(Parameters now, int workers, double share) {
    FillSpec fill = spec.fill();
    Parameters.Lane lane =
        new Parameters.Lane(
            Phase.FILL.text(),
            List.of(new Parameters.Weight(OperationType.INSERT, 1)),
            fill.ratePerSecond() * share,
            workers);
    return new Parameters(
        fill.ratePerSecond() > 0 ? Model.PACED : Model.CLOSED,
        List.of(lane),
        now.arrivals(),
        Math.max(now.timeoutNanos(), TIMEOUT_NANOS_MIN),
        // Every key must be written, so the rate of a fill is only a maximum.
        new Parameters.Bound(workers, WhenFull.HOLD, now.bound().maxBacklog()),
        now.workload());
  }
}
