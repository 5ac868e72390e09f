package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyReport;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.telemetry.TargetHosts;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.engine.workload.AcknowledgedWrites;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Summary;

/**
 * Executes a run on one thread: opens the target, prepares it, executes the phases in order, and
 * reports.
 */
final class RunExecution {
  private static final int TRACKED_KEYS = 1_000_000;

  private final RunContext run;
  private final RunTarget target;
  private final Fills fills;
  private final RunActions actions;
  private final HostCheck hosts;
  private final @Nullable PilotedSteps steps;
  private final List<Companion> companions = new CopyOnWriteArrayList<>();

  RunExecution(
      RunContext run,
      RunTarget target,
      Fills fills,
      RunActions actions,
      HostCheck hosts,
      @Nullable PilotedSteps steps) {
    this.hosts = hosts;
    this.run = run;
    this.target = target;
    this.fills = fills;
    this.actions = actions;
    this.steps = steps;
  }

  /** Registers a companion that is started and stopped with the run. */
  void accompany(Companion companion) {
    companions.add(companion);
  }

  /** Executes the run. An error also ends the report. */
  Summary execute() throws TargetUnavailableException {
    try (RunLog log = new RunLog(run.events())) {
      run.reporter().diagnosis().follow(log);
      return executeLogged(log);
    }
  }

  private Summary executeLogged(RunLog log) throws TargetUnavailableException {
    try {
      return openAndExecute(log);
    } catch (TargetUnavailableException | RuntimeException | Error e) {
      run.generator().failures().forEach(run.reporter().diagnosis()::failed);
      run.reporter().diagnosis().tellNew();
      run.events().failed(String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Summary openAndExecute(RunLog log) throws TargetUnavailableException {
    try (Clock clock = run.clock()) {
      clock.onFailure(run.loads()::fail);
      if (run.seat().isWatching()) {
        return watch(clock);
      }
      List<String> told = beforeTarget();
      return openAndExecute(clock, told, log);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the run was interrupted", e);
    } finally {
      companions.forEach(Companion::close);
    }
  }

  /** Reports the results of generators on other nodes until the run has ended. */
  private Summary watch(Clock clock) throws InterruptedException {
    try (OpenTarget unconnected = target.unconnected()) {
      target.opened(unconnected);
      run.reporter().begin(unconnected);
      run.events().started(run.start());
      run.reporter().carries();
      run.seat().loadsEnded();
      run.reporter().loadEnded(clock.nanoTime(), run.loads().isAborted());
      return run.reporter().finish(ConsistencyRun.elsewhere(run), run.loads().cutShort());
    }
  }

  /** Executes the actions before the target is opened, and returns their events. */
  private List<String> beforeTarget() throws TargetUnavailableException, InterruptedException {
    return run.spec().before().isEmpty()
        ? List.of()
        : run.seat()
            .once("before", () -> String.join("\n", actions.beforeTarget()))
            .lines()
            .toList();
  }

  private void beforeLoad() throws TargetUnavailableException, InterruptedException {
    if (!run.spec().before().isEmpty()) {
      String _ =
          run.seat()
              .once(
                  "before-load",
                  () -> {
                    actions.beforeLoad();
                    return "";
                  });
    }
  }

  /**
   * Opens the target and executes the phases.
   *
   * @param told events of the earlier actions
   */
  private Summary openAndExecute(Clock clock, List<String> told, RunLog log)
      throws TargetUnavailableException, InterruptedException {
    try (Health health =
            new Health(
                clock.isVirtual(),
                clock::pacerWaitNanos,
                e -> run.loads().fail("plimsoll-stops", e));
        OpenTarget open = target.open();
        Telemetry telemetry = telemetry(open)) {
      target.opened(open);
      log.opened(open);
      actions.opened();
      run.generator().begin(open, health, telemetry);
      run.reporter().begin(open);
      OwnVerdict own = run.own();
      if (own != null) {
        own.begin(open);
      }
      run.events().started(run.start());
      told.forEach(text -> run.events().event(EventKind.ACTION, text));
      companions.forEach(Companion::begin);
      try {
        return executeOn(open);
      } finally {
        companions.forEach(Companion::close);
      }
    }
  }

  private Telemetry telemetry(OpenTarget open) throws InterruptedException {
    ReportedFigures.requireSeries(
        run.spec().checks().slos(), open.driver().name(), open::telemetry);
    Set<Capability> capabilities = open.driver().capabilities();
    boolean isWithin =
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED);
    return Telemetry.begin(
        run.spec().observation(),
        TargetHosts.of(open.spec(), isWithin),
        hosts,
        open.driver().name(),
        open::telemetry,
        run.clock(),
        text -> run.events().event(EventKind.WARNING, text));
  }

  private Summary executeOn(OpenTarget open)
      throws TargetUnavailableException, InterruptedException {
    try {
      FillMode fillMode =
          run.seat()
              .prepare(() -> {
                target.prepare(open);
                ReportedFigures.require(run.spec().checks().slos(), run.generator().driver());
                return target.fillMode(open); // counts the rows of the prepared target
              });
      target.connect(open);
      ReportedFigures.require(run.spec().checks().slos(), run.generator().driver());
      run.seat().tellFacts(open.client()::facts);
      RowVerifier verifier = verifier(fillMode);
      ConsistencyRun consistency = ConsistencyRun.of(run, open);
      Iterations iterations = new Iterations(run, companions, verifier, consistency, steps);
      boolean measured = false;
      for (RunPhase phase : RunPhase.of(run.spec(), fillMode)) {
        boolean isStopped = run.loads().isStopped() || run.reporter().fillFailed();
        if (!phase.isDue(isStopped, measured)) {
          continue;
        }
        switch (phase) {
          case RunPhase.Fill fill -> fill(open, fill, verifier);
          case RunPhase.Iteration iteration -> {
            if (!measured) {
              beforeLoad();
            }
            iterations.execute(iteration);
            measured = true;
          }
          case RunPhase.ReadBack _ -> readBack(consistency);
        }
      }
      ConsistencyReport consistent = consistency == null ? null : consistency.report();
      if (measured) {
        run.seat().loadsEnded(); // a stopped run has skipped its last iterations
      }
      run.loads().requireThreads();
      run.generator().cut(); // separates the driver counts after the load
      return run.reporter().finish(consistent, run.loads().cutShort());
    } finally {
      fills.close();
      run.scenarios().forEach(Scenario::close);
    }
  }

  /**
   * Returns one verifier for all scenarios, since one scenario may read rows that another one
   * writes.
   */
  private @Nullable RowVerifier verifier(FillMode fillMode) {
    WorkloadSpec workload = run.scenarios().getFirst().parameters().workload();
    return workload.verify() || fillMode == FillMode.VERIFY
        ? new RowVerifier(new AcknowledgedWrites(TRACKED_KEYS), workload.ignoreMissing())
        : null;
  }

  private void fill(OpenTarget open, RunPhase.Fill phase, @Nullable RowVerifier verifier)
      throws TargetUnavailableException, InterruptedException {
    fills.execute(phase, verifier);
    if (!run.loads().isStopped() && !run.reporter().fillFailed()) {
      run.seat().filled(() -> target.filled(open));
    }
  }

  private void readBack(@Nullable ConsistencyRun consistency) throws InterruptedException {
    if (consistency == null) {
      return;
    }
    consistency.loadEnded();
    if (!run.loads().isAborted()) {
      Scenario first = run.scenarios().getFirst();
      consistency.readBack(reading -> first.carries(reading));
      first.carried();
    }
  }
}
