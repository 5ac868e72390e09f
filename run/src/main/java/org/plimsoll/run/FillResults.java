package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary.Finding;

/** The results of a run's fills. Guarded by the {@link RunReporter}. */
final class FillResults {
  private final List<Measured> all = new ArrayList<>();
  private Optional<Finding> trouble = Optional.empty();

  void add(Measured fill) {
    all.add(fill);
  }

  /**
   * Reports the result of a fill.
   *
   * @param mayMiss whether rows may be absent, as in a cache
   */
  void ended(FillSpec spec, FillMode mode, boolean mayMiss, RunEvents events) {
    if (all.isEmpty()) {
      return;
    }
    long answered = 0;
    long ended = 0;
    for (Measured fill : all) {
      Totals totals = fill.all().all();
      answered += totals.answered();
      ended += totals.ended();
    }
    events.event(
        EventKind.PHASE,
        "fill ended: %,d rows %s, %,d failed"
            .formatted(answered, mode == FillMode.VERIFY ? "checked" : "there", ended - answered));
    trouble = FillTrouble.of(all, mode, spec.allowsIncomplete(), mayMiss);
  }

  List<Measured> all() {
    return all;
  }

  /** What the fill could not write, or a verification did not find. */
  Optional<Finding> trouble() {
    return trouble;
  }

  /** Whether so many rows are missing that a measurement would not show what it should. */
  boolean failed() {
    return trouble.filter(found -> found.code() == FindingCode.FILL_FAILED).isPresent();
  }
}
