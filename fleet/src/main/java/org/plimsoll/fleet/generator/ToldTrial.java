package org.plimsoll.fleet.generator;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.analysis.tune.TuneResults;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult.TrialResult;
import tools.jackson.core.JacksonException;

/** Encodes the trials of a search as step results of one generator for all others. */
final class ToldTrial {
  private static final String STEP = "trial-";

  private ToldTrial() {}

  /**
   * A trial.
   *
   * @param summary summary of the trial; null if it cannot become the summary of the run
   */
  private record Told(TrialResult trial, @Nullable Summary summary) {}

  /** Returns the step name of a trial. Two trials of the same number have the same name. */
  static String step(Trial trial) {
    return STEP + trial.number();
  }

  static boolean isTrial(String step) {
    return step.startsWith(STEP);
  }

  static String of(Trial trial) {
    return ToldJson.MAPPER.writeValueAsString(new Told(TuneResults.of(trial), trial.summary()));
  }

  /**
   * Decodes a trial.
   *
   * @throws IOException if the text is not a trial
   */
  static Trial read(String text) throws IOException {
    try {
      Told told = ToldJson.MAPPER.readValue(text, Told.class);
      return Trial.of(told.trial, told.summary);
    } catch (JacksonException e) {
      throw new IOException("The trial cannot be read: " + e.getOriginalMessage(), e);
    }
  }
}
