package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Intervals that hold the truth with a probability of {@code level}, also when neighbours are
 * alike.
 *
 * @param intervals by the name of the figure: {@code mean}, {@code p50} …
 * @param insufficient why a figure has none
 */
public record Confidence(
    double level,
    Map<String, Range> intervals,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> insufficient) {
  /** The figures that may have one. */
  public static final List<String> NAMES =
      List.of("mean", "p50", "p90", "p95", "p99", "p999", "p9999");

  public Confidence {
    intervals = intervals == null ? Map.of() : intervals;
    insufficient = insufficient == null ? Map.of() : insufficient;
  }

  /** Nanoseconds; {@code high} is null when it falls among operations that never ended. */
  public record Range(double low, @Nullable Double high) {
    /** Half the width as a share of a value; null when there is no upper bound. */
    public @Nullable Double halfWidth(double value) {
      return high == null || value <= 0 ? null : (Double) ((high - low) / 2 / value);
    }
  }
}
