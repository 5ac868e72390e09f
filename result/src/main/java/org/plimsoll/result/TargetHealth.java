package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health of the target at the end of an interval, independent of the generator.
 *
 * @param noAnswerSinceNanos time of the last answer, or of the first request if there was no
 *     answer, since the start of the run; null unless the target is stalled
 * @param slos the objectives, judged over the last seconds
 */
public record TargetHealth(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long noAnswerSinceNanos,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LiveSlo> slos) {
  /** The health of a target that answers, without objectives. */
  public static final TargetHealth ANSWERS = new TargetHealth(null, List.of());

  public TargetHealth {
    slos = slos == null ? List.of() : List.copyOf(slos);
  }

  /** Whether the target is stalled. */
  public boolean isStalled() {
    return noAnswerSinceNanos != null;
  }
}
