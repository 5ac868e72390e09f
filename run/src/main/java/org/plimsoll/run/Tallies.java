package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.SecondSum;

/**
 * The measurements of each fill, each iteration and the current step of a run. Guarded by the
 * {@link RunReporter}.
 */
final class Tallies {
  private final Map<Stage, Tally> byStage = new LinkedHashMap<>();
  private int measurements;
  private int stepsEnded;

  /** Adds the state of a generator in a second; {@code stage} is the phase of the second. */
  void add(Stage stage, GeneratorSecond second) {
    switch (stage.phase()) {
      case FILL -> of(stage).add(second);
      case WARMUP -> of(stage.measured()).include(second);
      case MEASURE -> {
        measurements = Math.max(measurements, stage.number());
        of(stage).add(second);
      }
      case TRIAL -> {
        of(new Stage(Phase.MEASURE, measurements)).divide(second);
        if (isKept(stage)) {
          of(stage).add(second);
        }
      }
      case DRAIN -> {}
    }
  }

  /** Adds the operations of a second to the phases in which they were intended. */
  void add(SecondSum sum) {
    sum.scenarios()
        .forEach((name, its) ->
            its.byStage()
                .forEach((stage, totals) -> {
                  if (isKept(stage)) {
                    of(stage).add(name, totals.byType());
                  }
                }));
  }

  private boolean isKept(Stage stage) {
    return switch (stage.phase()) {
      case FILL, MEASURE -> true;
      case TRIAL -> stage.number() > stepsEnded;
      case WARMUP, DRAIN -> false;
    };
  }

  Tally of(Stage stage) {
    return byStage.computeIfAbsent(stage, Tally::new);
  }

  /** Returns the number of measurements that have started. */
  int measurements() {
    return measurements;
  }

  /** Returns the last measurement. */
  Tally measurement() {
    return of(new Stage(Phase.MEASURE, measurements));
  }

  /** Removes an ended step. */
  void endStep(Stage step) {
    dropStepsBefore(new Stage(step.phase(), step.number() + 1));
  }

  /** Removes the steps before the given one. */
  void dropStepsBefore(Stage step) {
    stepsEnded = Math.max(stepsEnded, step.number() - 1);
    byStage.keySet().removeIf(each -> each.phase() == step.phase() && each.number() <= stepsEnded);
  }

  /** Records that other generators took over a share at an instant. */
  void lost(int generator, long untilNanos) {
    byStage.values().forEach(tally -> tally.lost(generator, untilNanos));
  }

  /** Counts scheduled operations that have not ended as unfinished. */
  void cutShort() {
    byStage.values().forEach(Tally::cutShort);
  }

  /** Returns the measurements of each phase of a kind, in order. */
  List<Measured> measured(Phase phase, RunSpec spec) {
    return byStage.values().stream()
        .filter(tally -> tally.stage().phase() == phase)
        .map(tally -> tally.measured(spec))
        .toList();
  }
}
