package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Confidence intervals at {@code level} that account for autocorrelation.
 *
 * @param intervals intervals by the name of the figure: {@code mean}, {@code p50} …
 * @param insufficient the reasons why figures have no interval
 */
public record Confidence(
    double level,
    Map<String, Range> intervals,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> insufficient) {
  /** The figures that may have a confidence interval. */
  public static final List<String> NAMES =
      List.of("mean", "p50", "p90", "p95", "p99", "p999", "p9999");

  public Confidence {
    intervals = intervals == null ? Map.of() : intervals;
    insufficient = insufficient == null ? Map.of() : insufficient;
  }

  /**
   * An interval in nanoseconds. {@code high} is null if it falls among operations that did not end.
   */
  public record Range(double low, @Nullable Double high) {
    /** Half the width of the interval as a share of a value; null if there is no upper bound. */
    public @Nullable Double halfWidth(double value) {
      return high == null || value <= 0 ? null : (Double) ((high - low) / 2 / value);
    }
  }
}
