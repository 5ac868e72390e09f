package org.plimsoll.run.second;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one generator measured in a second of a run, or in a part of one: a second is cut where a
 * measurement or a trial begins or ends. All times are in nanoseconds since the start of the run.
 * Those of several generators and seconds add up: counts are added, histograms are merged, and
 * nothing is averaged.
 *
 * @param generator the generator's number
 * @param number counts its seconds from 0 on, so that each is added once
 * @param scenarios by name, in the order of the run
 * @param observed what was counted and read beside the operations
 * @param answers when the target answered
 */
public record GeneratorSecond(
    int generator,
    long number,
    Window window,
    Map<String, ScenarioSecond> scenarios,
    Machine machine,
    ObservedSecond observed,
    Answers answers) {
  /** The same second with all of its times later, as of a run that started earlier. */
  public GeneratorSecond later(long nanos) {
    return new GeneratorSecond(
        generator,
        number,
        window.later(nanos),
        scenarios,
        machine,
        observed,
        new Answers(
            answers.pending,
            Window.later(answers.answeredNanos, nanos),
            Window.later(answers.succeededNanos, nanos)));
  }

  /**
   * Whether the target answers.
   *
   * @param pending operations in flight or due
   * @param answeredNanos the last answer, of whatever kind; null if there was none
   * @param succeededNanos the last answer other than a failure; null if there was none
   */
  public record Answers(
      long pending, @Nullable Long answeredNanos, @Nullable Long succeededNanos) {}
}
