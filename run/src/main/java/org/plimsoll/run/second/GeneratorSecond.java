package org.plimsoll.run.second;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one-second result of a generator: its measurements in one second of a run, or in a part of a
 * second. A second is split where a measurement or a trial starts or ends. Times are in nanoseconds
 * since the start of the run. Results are combined by adding counts and merging histograms.
 *
 * @param generator number of the generator
 * @param number number of the result, from 0 on, by which repetitions are detected
 * @param scenarios the scenarios by name, in the order of the run
 * @param observed counts and metrics other than operations
 * @param answers times of the last answers of the target
 */
public record GeneratorSecond(
    int generator,
    long number,
    Window window,
    Map<String, ScenarioSecond> scenarios,
    Machine machine,
    ObservedSecond observed,
    Answers answers) {
  /** Returns the result with all times shifted to a run that started earlier. */
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
   * The times of the last answers of the target.
   *
   * @param pending operations in flight or due
   * @param answeredNanos time of the last answer of any kind; null if there was none
   * @param succeededNanos time of the last answer without a failure; null if there was none
   */
  public record Answers(
      long pending, @Nullable Long answeredNanos, @Nullable Long succeededNanos) {}
}
