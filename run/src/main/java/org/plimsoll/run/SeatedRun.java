package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.EventKind;
import org.plimsoll.run.second.GeneratorSecond;

/**
 * The calls of a fleet to one generator's run. The opposite direction is {@link FleetSeat}.
 * Thread-safe.
 */
public final class SeatedRun implements DirectedRun {
  private final RunContext run;
  private final Fills fills;
  private final RunChanges changes;
  private final @Nullable PilotedSteps steps;
  private final Runnable stop;
  private final Runnable abort;
  private final Changer changer;

  SeatedRun(
      RunContext run,
      Fills fills,
      RunChanges changes,
      @Nullable PilotedSteps steps,
      Runnable stop,
      Runnable abort,
      Changer changer) {
    this.changer = changer;
    this.run = run;
    this.fills = fills;
    this.changes = changes;
    this.steps = steps;
    this.stop = stop;
    this.abort = abort;
  }

  @Override
  public Changer changer() {
    return changer;
  }

  @Override
  public void switchSides(Switches fleet, Switches own, String who, long runNanos) {
    changes.change(fleet, own, who, runNanos);
  }

  @Override
  public void startFill(String who, int firstNumber) {
    fills.begin(who, firstNumber);
  }

  @Override
  public void stopFill(String who) {
    fills.end(who);
  }

  @Override
  public void stop() {
    stop.run();
  }

  @Override
  public void abort() {
    abort.run();
  }

  @Override
  public void perform(Runnable action) {
    run.clock()
        .housekeeping()
        .schedule(
            run.clock().nanoTime(),
            () -> {
              action.run();
              if (steps != null) {
                steps.reported();
              }
            });
  }

  @Override
  public void order(StepOrder order, long runNanos) {
    if (steps != null) {
      steps.ordered(order, runNanos);
    }
  }

  @Override
  public void tried(Trial trial) {
    if (steps != null) {
      steps.told(trial);
    }
  }

  @Override
  public void tell(EventKind kind, String text) {
    run.events().event(kind, text);
  }

  /**
   * Ends the load early, as {@link Run#stop} does, at an instant that may be in the future.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  public void stopAt(long runNanos) {
    run.loads().stopAt(run.seat().shares().originNanos() + runNanos, stop);
  }

  @Override
  public Map<Long, InsertProgress> inserts() {
    Map<Long, InsertProgress> progress = new LinkedHashMap<>();
    for (Scenario scenario : run.scenarios()) {
      progress.computeIfAbsent(firstKey(scenario), _ -> scenario.inserted().progress());
    }
    return progress;
  }

  @Override
  public void insertsElsewhere(long firstKey, InsertProgress progress) {
    run.scenarios().stream()
        .filter(scenario -> firstKey(scenario) == firstKey)
        .findFirst()
        .ifPresent(scenario -> scenario.inserted().elsewhere(progress));
  }

  private static long firstKey(Scenario scenario) {
    return scenario.parameters().workload().keys().first();
  }

  /**
   * Adds a listener for the results of this generator: one for each second or part of a second, in
   * order.
   */
  public void measure(Consumer<GeneratorSecond> seconds) {
    run.generator().listen(seconds);
  }

  @Override
  public RunReport report() {
    return run.reporter();
  }
}
