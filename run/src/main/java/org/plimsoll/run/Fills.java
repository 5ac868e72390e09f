package org.plimsoll.run;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.WrongRows;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RunEvent;

/** The fills of a run: the one before the load, and those that a user starts during the load. */
final class Fills {
  private final RunContext run;
  private final RunTarget target;
  private final Filler filler;
  private final BesideFill besideFill;
  private volatile boolean filling;
  private volatile boolean stopped;
  private @Nullable Limit limit;

  /** The time limit of a fill before the load. */
  private record Limit(Duration time, String who, Runnable reached) {}

  Fills(RunContext run, RunTarget target) {
    this.run = run;
    this.target = target;
    this.filler = new Filler(run.spec(), run.clock(), run.seat());
    this.besideFill = new BesideFill(filler, run.clock(), run.events());
  }

  /**
   * Limits the time of the fill before the load. Called before it starts.
   *
   * @param reached called if the limit is reached
   */
  void limit(Duration time, String who, Runnable reached) {
    limit = new Limit(time, who, reached);
  }

  /** Fills before the load. The keys in each scenario's range get rows of that scenario. */
  void execute(RunPhase.Fill phase, @Nullable RowVerifier verifier) throws InterruptedException {
    run.events().phase(Phase.FILL, run.clock().nanoTime());
    filling = true;
    Limit most = limit;
    if (most != null) {
      new Alarm(run.clock().housekeeping(), _ -> end(most))
          .arm(run.clock().nanoTime() + most.time().toNanos());
    }
    WrongRows wrong = new WrongRows();
    RowVerifier naming = verifier == null ? null : verifier.naming(wrong);
    List<Scenario> ranges = FilledScenarios.of(run.scenarios());
    OptionalLong position = OptionalLong.empty();
    for (Scenario scenario : ranges) {
      if (!run.loads().isStopped() && !stopped) {
        position = fill(scenario, naming, phase.mode(), filler.nextNumber());
      }
    }
    filling = false;
    boolean endedEarly = run.loads().isStopped() || stopped;
    // The position is relative to one range, so it is exact only if there is a single range.
    run.reporter()
        .filled(
            new FillResults.Ended(
                phase.mode(),
                endedEarly,
                endedEarly && ranges.size() == 1 ? position : OptionalLong.empty(),
                wrong.first()));
  }

  /** Returns the position from which the fill continues, if it has ended early. */
  private OptionalLong fill(
      Scenario scenario, @Nullable RowVerifier verifier, FillMode mode, int number)
      throws InterruptedException {
    long startNanos = run.clock().nanoTime();
    PhaseRecorder recorder = run.generator().recorder(scenario, Phase.FILL);
    RangedFill made = filler.load(scenario, scenario.sessions(), verifier, mode, recorder, number);
    if (made == null) {
      return OptionalLong.empty();
    }
    scenario.records(List.of(recorder));
    scenario.carries(made);
    run.loads().carry(startNanos, false);
    return OptionalLong.of(made.position());
  }

  private long end(Limit reached) {
    if (filling) {
      reached.reached().run();
      stop(reached.who());
    }
    return Alarm.NEVER;
  }

  /** Whether a fill is in progress, before or during the load. */
  boolean isFilling() {
    return filling || besideFill.isGoingOn();
  }

  /** Starts a fill during the load, directly or through the fleet. */
  void start(String who, String scope) {
    OpenTarget _ = requirePossible();
    FleetRequests fleet = run.seat().requests();
    if (fleet != null) {
      fleet.switchFill(true, who, scope);
    } else {
      begin(who, filler.nextNumber());
    }
  }

  private OpenTarget requirePossible() {
    OpenTarget open = target.required("fill");
    if (run.loads().isStopped()) {
      throw new InvalidSpecException("fill: needs a run in progress");
    }
    if (run.spec().checks().consistency().enabled()) {
      throw new InvalidSpecException(
          "fill: must stay off while consistency is checked, because filled rows have no write"
              + " stamp");
    }
    if (isFilling()) {
      throw new InvalidSpecException("fill: is already in progress");
    }
    return open;
  }

  /** Starts this generator's part of a fill during the load. */
  synchronized void begin(String who, int firstNumber) {
    OpenTarget open = requirePossible();
    FillMode mode = run.spec().fill().mode();
    boolean isPlain = mode == FillMode.AUTO || mode == FillMode.NONE;
    run.events().changed(new RunEvent.Change(who, "fill", "off", "on"));
    besideFill.begin(
        open,
        FilledScenarios.of(run.scenarios()),
        isPlain ? FillMode.FILL : mode,
        firstNumber,
        () -> {
          FleetRequests fleet = run.seat().requests();
          if (fleet != null) {
            fleet.filledDuringLoad(firstNumber);
          }
        });
  }

  /** Stops a fill, directly or through the fleet. */
  void stop(String who) {
    FleetRequests fleet = run.seat().requests();
    if (fleet != null) {
      fleet.switchFill(false, who, FleetRequests.FLEET);
    } else {
      end(who);
    }
  }

  /** Stops this generator's part of a fill; the load starts if it waits for the fill. */
  synchronized void end(String who) {
    if (isFilling()) {
      run.events().changed(new RunEvent.Change(who, "fill", "on", "off"));
      besideFill.stop();
      if (filling) {
        stopped = true;
        run.loads().stopPhase();
      }
    }
  }

  /** Stops a fill during the load after waiting for operations in flight. */
  void stopBeside() {
    besideFill.stop();
  }

  /** Stops a fill during the load at once. */
  void abortBeside() {
    besideFill.abort();
  }

  /** Stops a fill during the load and waits for it, because the target is closed afterwards. */
  void close() throws InterruptedException {
    besideFill.end();
  }
}
