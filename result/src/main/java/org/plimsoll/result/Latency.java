package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A distribution of durations, each null where it cannot be told.
 *
 * @param censored percentiles that fall among operations that never ended in time
 * @param censoredAboveNanos what those are at least
 * @param unsupported percentiles with fewer than 10 samples beyond them
 * @param confidence how sure the figures are; null where that was not looked at
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
    // JSON leaves empty lists out.
    censored = censored == null ? List.of() : List.copyOf(censored);
    unsupported = unsupported == null ? List.of() : List.copyOf(unsupported);
  }

  /** Without a word on how sure it is. */
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

  /** The same, and how sure it is. */
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
