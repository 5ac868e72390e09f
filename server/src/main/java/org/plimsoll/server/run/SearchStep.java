package org.plimsoll.server.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

/** The message that a search sends after each trial: the trial, and the result so far. */
record SearchStep(LineResult line, @Nullable KneeResult knee, TrialResult trial) {
  static SearchStep of(TuneResult result, TrialResult trial) {
    return new SearchStep(result.outcome().line(), result.outcome().knee(), trial);
  }
}
