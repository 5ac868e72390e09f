package org.plimsoll.run;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.load.ClosedLoad;
import org.plimsoll.engine.load.FillProgress;
import org.plimsoll.engine.load.Load;
import org.plimsoll.engine.load.LoadContext;
import org.plimsoll.engine.load.OpenLoad;
import org.plimsoll.engine.load.PhasePlan;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
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
  private final int threads = Runtime.getRuntime().availableProcessors();
  private @Nullable Executor workers;

  Filler(RunSpec spec, Clock clock) {
    this.spec = spec;
    this.clock = clock;
  }

  /**
   * A load that fills.
   *
   * @param progress the position from which it continues when it ends early
   */
  record Filling(Load load, FillProgress progress) {}

  /** Creates a load of a scenario's keys with its rows; null if this shard has none of the keys. */
  @Nullable Filling load(
      Scenario scenario,
      Sessions sessions,
      @Nullable RowVerifier verifier,
      FillMode mode,
      PhaseRecorder recorder,
      long startNanos) {
    FillSpec fill = spec.fill();
    Parameters now = scenario.parameters();
    long ownKeys = now.workload().keys().count();
    long keys = fill.keys() == 0 ? ownKeys : Math.min(fill.keys(), ownKeys);
    FillSource source =
        new FillSource(
            Workload.of(
                now.workload(),
                now.lanes().getFirst().mix(),
                spec.identity().seed(),
                scenario.inserted()),
            mode == FillMode.VERIFY ? OperationType.READ : OperationType.INSERT,
            fill.shard(),
            fill.shards(),
            fill.fromKey(),
            FillSource.positions(keys, fill.shard(), fill.shards()));
    if (source.size() == 0) {
      return null;
    }
    FillProgress progress = new FillProgress(source);
    LoadContext context =
        new LoadContext(
            clock,
            sessions,
            mode == FillMode.VERIFY ? verifier : null,
            mode == FillMode.ONLY_MISSING,
            scenario.target().driver().capabilities().contains(Capability.TEXT_KEYS),
            progress,
            scenario.failureSamples());
    PhasePlan plan = PhasePlan.fill(recorder, startNanos, source.size());
    Parameters filling = parameters(now);
    long seed = spec.identity().seed() ^ scenario.stream(1);
    if (filling.model() == Model.CLOSED) {
      return new Filling(
          new ClosedLoad(
              context,
              plan,
              filling,
              _ -> List.of(progress),
              workers(),
              clock.isVirtual() ? 0 : threads,
              seed),
          progress);
    }
    return new Filling(
        new OpenLoad(
            context, plan, filling, _ -> List.of(progress), new Waits(), seed, IN_FLIGHT_MAX),
        progress);
  }

  /** The executor of all fills of the run. */
  private synchronized Executor workers() {
    Executor made = workers;
    if (made == null) {
      made = clock.workers(threads);
      workers = made;
    }
    return made;
  }

  private Parameters parameters(Parameters now) {
    FillSpec fill = spec.fill();
    int workers = Math.max(1, fill.workers());
    Parameters.Lane lane =
        new Parameters.Lane(
            Phase.FILL.text(),
            List.of(new Parameters.Weight(OperationType.INSERT, 1)),
            fill.ratePerSecond(),
            workers);
    return new Parameters(
        fill.ratePerSecond() > 0 ? Model.PACED : Model.CLOSED,
        List.of(lane),
        now.arrivals(),
        Math.max(now.timeoutNanos(), TIMEOUT_NANOS_MIN),
        // Every key is written, so the rate of a fill is a cap.
        new Parameters.Bound(workers, WhenFull.HOLD, now.bound().maxBacklog()),
        now.workload());
  }
}
