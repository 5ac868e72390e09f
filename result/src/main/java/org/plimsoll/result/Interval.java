package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run, as a line of {@code intervals.jsonl} and on the terminal. Counts are of
 * operations that ended in the interval; {@code scheduled} counts those that became due in it.
 *
 * @param figures the figures of all scenarios together, without the probe
 * @param scenarios figures by scenario name if scenarios have names
 * @param probe figures of the probe, which no other figure includes; null if there is no probe
 * @param verdict validity of the interval, and health of the target
 * @param observed counts of the driver, and metrics of the target
 */
public record Interval(
    @JsonUnwrapped Window window,
    @JsonUnwrapped LoadInterval figures,
    Percentiles dispatchLagNanos,
    Health health,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, LoadInterval> scenarios,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LoadInterval probe,
    @JsonUnwrapped Verdict verdict,
    @JsonUnwrapped Observed observed) {
  public Interval {
    // JSON omits empty maps.
    scenarios = scenarios == null ? Map.of() : scenarios;
  }

  /** Creates a valid interval without findings. */
  public Interval(
      Window window,
      LoadInterval figures,
      Percentiles dispatchLagNanos,
      Health health,
      Map<String, LoadInterval> scenarios,
      @Nullable LoadInterval probe) {
    this(window, figures, dispatchLagNanos, health, scenarios, probe, Verdict.VALID, Observed.NONE);
  }

  /** Creates an interval in which the driver counted nothing. */
  public Interval(
      Window window,
      LoadInterval figures,
      Percentiles dispatchLagNanos,
      Health health,
      Map<String, LoadInterval> scenarios,
      @Nullable LoadInterval probe,
      Verdict verdict,
      Map<String, Double> telemetry) {
    this(
        window,
        figures,
        dispatchLagNanos,
        health,
        scenarios,
        probe,
        verdict,
        new Observed(Map.of(), telemetry));
  }

  /**
   * Returns the metrics of the target that were read in the interval, by the text of their {@link
   * SeriesId}.
   */
  public Map<String, Double> telemetry() {
    return observed.telemetry();
  }

  /** Returns the driver's counts in the interval, by the name of the counter. */
  public Map<String, Long> counters() {
    return observed.counters();
  }

  /** Bytes per second of all scenarios together. */
  public double bytesPerSecond() {
    return Objects.requireNonNullElse(figures.rates().bytesPerSecond(), 0.0);
  }

  /** Whether the generator disturbed the interval. */
  public boolean isDisturbed() {
    return verdict.validity().isDisturbed();
  }

  /**
   * Observations in an interval other than operations.
   *
   * @param counters driver counts in the interval by name, such as cache hits; without unchanged
   *     counters
   * @param telemetry metrics of the target that were read in the interval, by the text of their
   *     {@link SeriesId}; usually empty
   */
  public record Observed(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> counters,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> telemetry) {
    /** The value if nothing was counted or read. */
    public static final Observed NONE = new Observed(Map.of(), Map.of());

    public Observed {
      counters = counters == null ? Map.of() : counters;
      telemetry = telemetry == null ? Map.of() : telemetry;
    }

    /**
     * Merges these observations with the next interval's. Counts are added. Metrics become their
     * weighted mean, and percentiles the higher of both.
     *
     * @param weight length of this interval as a share of the total length
     */
    public Observed plus(Observed next, double weight) {
      return new Observed(
          merged(counters, next.counters, (_, a, b) -> a + b),
          merged(
              telemetry,
              next.telemetry,
              (name, a, b) ->
                  SeriesId.isPercentile(name) ? Math.max(a, b) : a * weight + b * (1 - weight)));
    }

    @FunctionalInterface
    private interface Merge<T> {
      T of(String name, T a, T b);
    }

    private static <T> Map<String, T> merged(Map<String, T> a, Map<String, T> b, Merge<T> merge) {
      if (a.isEmpty() || b.isEmpty()) {
        return a.isEmpty() ? b : a;
      }
      Map<String, T> both = new LinkedHashMap<>(a);
      b.forEach((name, value) -> {
        T before = both.get(name);
        both.put(name, before == null ? value : merge.of(name, before, value));
      });
      return both;
    }
  }

  /**
   * The period of an interval.
   *
   * @param atNanos end of the interval, since the start of the run
   * @param adds whether the interval contains only late figures, which must be added to the earlier
   *     interval of the same time
   */
  public record Window(
      long atNanos,
      long lengthNanos,
      Phase phase,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean adds) {
    /** Creates the period of a complete interval. */
    public Window(long atNanos, long lengthNanos, Phase phase) {
      this(atNanos, lengthNanos, phase, false);
    }

    /** The start of the interval, since the start of the run. */
    public long startNanos() {
      return atNanos - lengthNanos;
    }
  }

  /**
   * The figures of a load in an interval: of all scenarios together, of one, or of the probe.
   *
   * @param targetPerSecond target rate at the end of the interval; 0 in a closed load
   * @param rates operations due and answered in the interval
   * @param inFlight operations in flight at its end
   * @param backlog number of arrivals that wait at its end
   * @param operations the operations by name, and {@code all}
   */
  public record LoadInterval(
      double targetPerSecond,
      @JsonUnwrapped Rates rates,
      int inFlight,
      int backlog,
      Accounting accounting,
      Map<String, Long> failures,
      Map<String, OperationInterval> operations) {
    /** Operations that were answered in the interval, per second. */
    public double throughputPerSecond() {
      return rates.throughputPerSecond();
    }
  }

  /**
   * The validity of an interval, and the health of the target.
   *
   * @param findings findings that make it suspect or invalid
   * @param target health of the target; null in files of earlier versions
   */
  public record Verdict(
      Validity validity,
      List<FindingCode> findings,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable TargetHealth target) {
    /** The verdict {@code valid} without findings. */
    public static final Verdict VALID = new Verdict(Validity.VALID, List.of());

    public Verdict {
      validity = Objects.requireNonNullElse(validity, Validity.UNJUDGED);
      findings = findings == null ? List.of() : List.copyOf(findings);
    }

    /** Creates a verdict about the generator alone. */
    public Verdict(Validity validity, List<FindingCode> findings) {
      this(validity, findings, null);
    }
  }

  /**
   * Throughput and latency of one operation; {@code responseNanos} is empty in a closed load.
   *
   * @param unanswered operations that timed out, were not sent or were shed
   * @param timedOut number of the unanswered operations that were sent
   * @param errors operations that failed, timed out, were not sent or were shed; 0 in intervals of
   *     earlier versions
   */
  public record OperationInterval(
      double throughputPerSecond,
      Percentiles responseNanos,
      Percentiles serviceNanos,
      long unanswered,
      long timedOut,
      long errors) {
    /** Creates an operation without unanswered operations and errors. */
    public OperationInterval(
        double throughputPerSecond, Percentiles responseNanos, Percentiles serviceNanos) {
      this(throughputPerSecond, responseNanos, serviceNanos, 0, 0, 0);
    }
  }

  /**
   * Percentiles of the operations answered in the interval; all 0 if there are none.
   *
   * @param more further figures; all null in files of earlier versions
   */
  public record Percentiles(
      long count, long p50, long p90, long p99, long p999, long max, @JsonUnwrapped More more) {
    /** Creates percentiles without further figures. */
    public Percentiles(long count, long p50, long p90, long p99, long p999, long max) {
      this(count, p50, p90, p99, p999, max, More.NONE);
    }

    public Percentiles {
      more = Objects.requireNonNullElse(more, More.NONE);
    }

    /** Whether a percentile falls among unanswered operations, which rank above all others. */
    public boolean isCensored(double quantile, long unanswered) {
      return Math.ceil(quantile * (count + unanswered) - 1e-9) > count;
    }
  }

  /** Further figures of the answered operations, in nanoseconds; null if unknown. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record More(@Nullable Long min, @Nullable Double mean, @Nullable Long p95) {
    /** The value if no figure is known. */
    public static final More NONE = new More(null, null, null);
  }

  /**
   * The generator's health in an interval. CPU is a share of one core, steal a share of all cores.
   *
   * @param pacerWaitShare share of the time for which the thread that dispatches operations was
   *     ready to run and waited for a processor; 0 if unknown
   */
  public record Health(
      double cpuCores,
      long pauseNanosMax,
      double stealShare,
      long heapUsedBytes,
      double pacerWaitShare) {}
}
