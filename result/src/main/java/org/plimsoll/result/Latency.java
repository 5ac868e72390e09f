package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A summary of durations in nanoseconds. Figures that are not available are null.
 *
 * @param missing why percentiles are null
 * @param confidence confidence intervals of the figures; null if not computed
 */
public record Latency(
    @Nullable Double mean,
    @Nullable Double standardDeviation,
    @Nullable Long min,
    @JsonUnwrapped Percentiles percentiles,
    @Nullable Long max,
    @JsonUnwrapped Missing missing,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Confidence confidence) {
  /**
   * The share of failed operations above which the latency figures do not represent all operations.
   */
  private static final double FEW = 0.1;

  /** Creates a latency without confidence intervals. */
  public Latency(
      @Nullable Double mean,
      @Nullable Double standardDeviation,
      @Nullable Long min,
      Percentiles percentiles,
      @Nullable Long max,
      Missing missing) {
    this(mean, standardDeviation, min, percentiles, max, missing, null);
  }

  /** Returns the same latency with confidence intervals. */
  public Latency with(Confidence sure) {
    return new Latency(mean, standardDeviation, min, percentiles, max, missing, sure);
  }

  /** Whether more than a tenth of the operations failed and are therefore not in the figures. */
  public boolean leavesOutFailures() {
    return missing.failedShare != null;
  }

  /**
   * Returns the same latency with the share of failed operations, if more than a tenth failed.
   *
   * @param failed number of operations that failed, which have no latency
   * @param others number of all other operations
   */
  public Latency withoutFailed(long failed, long others) {
    if (failed <= FEW * (failed + others)) {
      return this;
    }
    Missing more =
        new Missing(
            missing.censored,
            missing.censoredAboveNanos,
            missing.unsupported,
            (double) failed / (failed + others));
    return new Latency(mean, standardDeviation, min, percentiles, max, more, confidence);
  }

  /** Percentiles, each null if it is not available. */
  public record Percentiles(
      @Nullable Long p50,
      @Nullable Long p90,
      @Nullable Long p95,
      @Nullable Long p99,
      @Nullable Long p999,
      @Nullable Long p9999) {}

  /**
   * The reasons why percentiles are not available.
   *
   * @param censored percentiles that fall among operations that did not end in time
   * @param censoredAboveNanos lower bound of those percentiles
   * @param unsupported percentiles with fewer than 10 samples beyond them
   * @param failedShare share of operations that failed, which no figure includes; null if it is at
   *     most a tenth
   */
  public record Missing(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> censored,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long censoredAboveNanos,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unsupported,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double failedShare) {
    /** The value if all percentiles are available. */
    public static final Missing NONE = new Missing(List.of(), null, List.of());

    public Missing {
      // JSON omits empty lists.
      censored = censored == null ? List.of() : List.copyOf(censored);
      unsupported = unsupported == null ? List.of() : List.copyOf(unsupported);
    }

    /** Creates an instance for operations with at most a tenth of failures. */
    public Missing(
        List<String> censored, @Nullable Long censoredAboveNanos, List<String> unsupported) {
      this(censored, censoredAboveNanos, unsupported, null);
    }
  }
}
