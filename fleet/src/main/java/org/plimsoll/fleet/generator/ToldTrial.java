package org.plimsoll.fleet.generator;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.analysis.tune.TuneResults;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult.TrialResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The trials of a search as results of steps that one generator does for all. */
final class ToldTrial {
  private static final String STEP = "trial-";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private ToldTrial() {}

  /**
   * A trial.
   *
   * @param summary null if it cannot become that of the run
   */
  private record Told(TrialResult trial, @Nullable Summary summary) {}

  /** The name of the step that a trial is; the same for two trials of one number. */
  static String step(Trial trial) {
    return STEP + trial.number();
  }

  static boolean isTrial(String step) {
    return step.startsWith(STEP);
  }

  static String of(Trial trial) {
    return MAPPER.writeValueAsString(new Told(TuneResults.of(trial), trial.summary()));
  }

  /**
   * Reads a trial.
   *
   * @throws IOException when the text is none
   */
  static Trial read(String text) throws IOException {
    try {
      Told told = MAPPER.readValue(text, Told.class);
      return Trial.of(told.trial, told.summary);
    } catch (JacksonException e) {
      throw new IOException("The trial cannot be read: " + e.getOriginalMessage(), e);
    }
  }
}
