package org.plimsoll.server.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

/** What a search tells who watches when a trial has ended: that trial, and what is known by it. */
record SearchStep(LineResult line, @Nullable KneeResult knee, TrialResult trial) {
  static SearchStep of(TuneResult result, TrialResult trial) {
    return new SearchStep(result.line(), result.knee(), trial);
  }
}
