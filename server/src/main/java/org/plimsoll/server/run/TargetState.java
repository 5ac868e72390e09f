package org.plimsoll.server.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.Objectives;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LiveSlo;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.TargetHealth;

/**
 * The health of the target of a live run.
 *
 * @param state state of the target: answering, failing more than half of the operations, or stalled
 * @param noAnswerSinceNanos start of the stall, since the start of the run; null unless the target
 *     is stalled
 * @param slos the objectives over the last seconds
 */
public record TargetState(State state, @Nullable Long noAnswerSinceNanos, List<LiveSlo> slos) {
  private static final double MOST = 0.5;

  /** Whether a target answers. */
  public enum State {
    ANSWERS,
    FAILING,
    STALLED;

    /** Returns the text that JSON uses for this constant. */
    @JsonValue
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public TargetState {
    slos = List.copyOf(slos);
  }

  /**
   * Returns the state after an interval.
   *
   * @param last last interval; null before the first one
   * @param noAnswerSinceNanos start of the stall from a later event; null unless the target is
   *     stalled
   */
  static TargetState of(@Nullable Interval last, @Nullable Long noAnswerSinceNanos) {
    TargetHealth health = last == null ? null : last.verdict().target();
    Double errors = last == null ? null : last.figures().accounting().errorShare();
    State state =
        noAnswerSinceNanos != null
            ? State.STALLED
            : errors != null && errors > MOST ? State.FAILING : State.ANSWERS;
    return new TargetState(state, noAnswerSinceNanos, health == null ? List.of() : health.slos());
  }

  /** Returns the outcome of all objectives together: {@code none} if there are none. */
  String slo() {
    return Objectives.overall(
            slos.stream()
                .map(slo -> new SloResult(slo.objective(), slo.result(), slo.observed()))
                .toList())
        .text();
  }
}
