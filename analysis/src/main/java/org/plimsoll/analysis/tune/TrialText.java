package org.plimsoll.analysis.tune;

import java.util.Locale;

/** Formats a trial as a sentence. */
final class TrialText {
  private TrialText() {}

  static String event(Trial trial, boolean closed) {
    String load =
        closed
            ? String.format(Locale.ROOT, "%,.0f workers", trial.level())
            : String.format(Locale.ROOT, "%,.0f/s", trial.level());
    String because =
        trial.decision().reason().isEmpty()
            ? String.format(
                Locale.ROOT,
                "%s at %.2f of its bound",
                trial.decision().objective(),
                trial.decision().stress().value())
            : trial.decision().reason();
    return String.format(
        Locale.ROOT,
        "%d (%s) at %s %s: %s%s",
        trial.number(),
        trial.stage(),
        load,
        trial.decision().outcome().text(),
        because,
        trial.why().isEmpty() ? "" : ". " + trial.why());
  }
}
