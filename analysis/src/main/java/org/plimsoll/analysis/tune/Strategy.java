package org.plimsoll.analysis.tune;

import java.util.List;
import org.plimsoll.engine.spec.TuneSpec;

/** A search strategy: a pure function from the trials so far to the next trial. */
sealed interface Strategy permits BracketSearch, RampSearch, Tracking {
  /** Returns the next trial, or the result. */
  Next next(List<Trial> trials);

  /** Returns the preliminary result, for a search that is stopped. */
  Line soFar(List<Trial> trials);

  /** The next trial or the final result. */
  sealed interface Next {
    record Try(Attempt attempt) implements Next {
      /** Returns the same trial with the reason why a load is tried again. */
      Try because(String reason) {
        return new Try(attempt.because(reason));
      }
    }

    record Done(Line line) implements Next {}
  }

  /** Creates the strategy of a method. */
  static Strategy of(TuneSpec spec) {
    return switch (spec.method()) {
      case SEARCH -> new BracketSearch(spec);
      case RAMP -> new RampSearch(spec);
      case TRACK -> new Tracking(spec);
    };
  }
}
