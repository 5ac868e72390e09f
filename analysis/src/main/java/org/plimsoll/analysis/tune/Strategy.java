package org.plimsoll.analysis.tune;

import java.util.List;
import org.plimsoll.engine.spec.TuneSpec;

/** What to try next: a pure function of what was tried. */
sealed interface Strategy permits BracketSearch, RampSearch, Tracking {
  /** The next trial, or the answer. */
  Next next(List<Trial> trials);

  /** The answer as far as it is known, for a search that somebody stops. */
  Line soFar(List<Trial> trials);

  /** A trial or an answer. */
  sealed interface Next {
    record Try(Attempt attempt) implements Next {}

    record Done(Line line) implements Next {}
  }

  /** The strategy of a method. */
  static Strategy of(TuneSpec spec) {
    return switch (spec.method()) {
      case SEARCH -> new BracketSearch(spec);
      case RAMP -> new RampSearch(spec);
      case TRACK -> new Tracking(spec);
    };
  }
}
