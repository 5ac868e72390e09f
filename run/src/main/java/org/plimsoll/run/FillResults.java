package org.plimsoll.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.FillSpec;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Summary.Finding;

/** The results of a run's fills. Guarded by the {@link RunReporter}. */
final class FillResults {
  private List<Measured> all = List.of();
  private Optional<Finding> trouble = Optional.empty();
  private OptionalLong position = OptionalLong.empty();
  private long written;

  /**
   * The end of a fill.
   *
   * @param early whether the fill was stopped before all rows were written or checked
   * @param position position at which the fill continues; empty if it is complete or has no single
   *     position
   * @param wrong the first rows that a verification found missing or different
   */
  record Ended(FillMode mode, boolean early, OptionalLong position, List<String> wrong) {}

  /**
   * Reports the result of a fill.
   *
   * @param fills measurements of each fill
   * @param mayMiss whether rows may be absent, as in a cache
   */
  void ended(FillSpec spec, List<Measured> fills, Ended how, boolean mayMiss, RunEvents events) {
    all = fills;
    if (all.isEmpty()) {
      return;
    }
    position = how.position();
    long answered = 0;
    long ended = 0;
    for (Measured fill : all) {
      Totals totals = fill.all().all();
      answered += totals.answered();
      ended += totals.ended();
    }
    boolean verifies = how.mode() == FillMode.VERIFY;
    written = verifies ? 0 : answered;
    events.event(
        EventKind.PHASE,
        "fill %s: %,d rows %s, %,d failed%s"
            .formatted(
                how.early() ? "stopped" : "ended",
                answered,
                verifies ? "checked" : "there",
                ended - answered,
                position.isPresent()
                    ? "; it continues with --fill-from " + position.getAsLong()
                    : ""));
    trouble =
        FillTrouble.of(all, how.mode(), spec.allowsIncomplete(), mayMiss)
            .map(found -> naming(found, how.wrong()));
  }

  private static Finding naming(Finding found, List<String> wrong) {
    return found.code() != FindingCode.VERIFICATION_FAILED || wrong.isEmpty()
        ? found
        : new Finding(
            found.code(),
            found.severity(),
            found.text() + " The first: " + String.join(", ", wrong) + ".");
  }

  /** Returns the position from which a stopped fill continues. */
  OptionalLong position() {
    return position;
  }

  /** Returns the number of rows that were written or existed already; 0 without a fill. */
  long written() {
    return written;
  }

  /** Returns the finding about rows that a fill could not write or a verification did not find. */
  Optional<Finding> trouble() {
    return trouble;
  }

  /** Whether too many rows are missing for a valid measurement. */
  boolean failed() {
    return trouble.filter(found -> found.code() == FindingCode.FILL_FAILED).isPresent();
  }
}
