package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A distribution of durations, each null if it is not available.
 *
 * @param censored percentiles that fall among operations that did not end in time
 * @param censoredAboveNanos lower bound of those percentiles
 * @param unsupported percentiles with fewer than 10 samples beyond them
 * @param confidence confidence intervals of the figures; null if not computed
 */
public record Latency(
    @Nullable Double mean,
    @Nullable Double standardDeviation,
    @Nullable Long min,
    @Nullable Long p50,
    @Nullable Long p90,
    @Nullable Long p95,
    @Nullable Long p99,
    @Nullable Long p999,
    @Nullable Long p9999,
    @Nullable Long max,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> censored,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long censoredAboveNanos,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unsupported,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Confidence confidence) {
  public Latency {
    // JSON omits empty lists.
    censored = censored == null ? List.of() : List.copyOf(censored);
    unsupported = unsupported == null ? List.of() : List.copyOf(unsupported);
  }

  /** Creates a latency without confidence intervals. */
  public Latency(
      @Nullable Double mean,
      @Nullable Double standardDeviation,
      @Nullable Long min,
      @Nullable Long p50,
      @Nullable Long p90,
      @Nullable Long p95,
      @Nullable Long p99,
      @Nullable Long p999,
      @Nullable Long p9999,
      @Nullable Long max,
      List<String> censored,
      @Nullable Long censoredAboveNanos,
      List<String> unsupported) {
    this(
        mean,
        standardDeviation,
        min,
        p50,
        p90,
        p95,
        p99,
        p999,
        p9999,
        max,
        censored,
        censoredAboveNanos,
        unsupported,
        null);
  }

  /** Returns the same latency with confidence intervals. */
  public Latency with(Confidence sure) {
    return new Latency(
        mean,
        standardDeviation,
        min,
        p50,
        p90,
        p95,
        p99,
        p999,
        p9999,
        max,
        censored,
        censoredAboveNanos,
        unsupported,
        sure);
  }
}
