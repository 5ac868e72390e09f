package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run, as a line of {@code intervals.jsonl} and on the terminal. Counts are of
 * operations that ended in the interval; {@code scheduled} counts those that became due in it.
 *
 * @param atNanos end of the interval, since the start of the run
 * @param lengthNanos length of the interval
 * @param targetPerSecond target rate at its end; 0 in a closed load
 * @param throughputPerSecond operations that succeeded or found nothing, per second
 * @param inFlight operations in flight at its end
 * @param backlog waiting arrivals at its end
 * @param operations by name, and {@code all}
 * @param scenarios figures by scenario name if scenarios have names; the other figures are of all
 *     scenarios
 * @param probe figures of the probe, which no other figure includes; null if there is no probe
 * @param validity whether the generator disturbed it
 * @param findings findings that make it suspect or invalid
 * @param telemetry the target's own numbers read in the interval, by name; usually empty
 */
public record Interval(
    long atNanos,
    long lengthNanos,
    Phase phase,
    double targetPerSecond,
    double throughputPerSecond,
    double bytesPerSecond,
    int inFlight,
    int backlog,
    Summary.Accounting accounting,
    Map<String, Long> failures,
    Map<String, OperationInterval> operations,
    Percentiles dispatchLagNanos,
    Health health,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ScenarioInterval> scenarios,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ScenarioInterval probe,
    Validity validity,
    List<FindingCode> findings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> telemetry) {
  public Interval {
    telemetry = telemetry == null ? Map.of() : telemetry;
    validity = Objects.requireNonNullElse(validity, Validity.UNJUDGED);
    findings = findings == null ? List.of() : List.copyOf(findings);
    // JSON omits empty maps.
    scenarios = scenarios == null ? Map.of() : scenarios;
  }

  /** Creates a valid interval without findings. */
  public Interval(
      long atNanos,
      long lengthNanos,
      Phase phase,
      double targetPerSecond,
      double throughputPerSecond,
      double bytesPerSecond,
      int inFlight,
      int backlog,
      Summary.Accounting accounting,
      Map<String, Long> failures,
      Map<String, OperationInterval> operations,
      Percentiles dispatchLagNanos,
      Health health,
      Map<String, ScenarioInterval> scenarios,
      @Nullable ScenarioInterval probe) {
    this(
        atNanos,
        lengthNanos,
        phase,
        targetPerSecond,
        throughputPerSecond,
        bytesPerSecond,
        inFlight,
        backlog,
        accounting,
        failures,
        operations,
        dispatchLagNanos,
        health,
        scenarios,
        probe,
        Validity.VALID,
        List.of(),
        Map.of());
  }

  /** Whether the generator disturbed the interval. */
  public boolean isDisturbed() {
    return validity.isDisturbed();
  }

  /**
   * The figures of a single scenario, or of the probe.
   *
   * @param operations by name, and {@code all}
   */
  public record ScenarioInterval(
      double targetPerSecond,
      double throughputPerSecond,
      int inFlight,
      int backlog,
      Summary.Accounting accounting,
      Map<String, Long> failures,
      Map<String, OperationInterval> operations) {}

  /**
   * Throughput and latency of one operation; {@code responseNanos} is empty in a closed load.
   *
   * @param unanswered operations that timed out, were not sent or were shed
   * @param timedOut number of the unanswered operations that were sent
   */
  public record OperationInterval(
      double throughputPerSecond,
      Percentiles responseNanos,
      Percentiles serviceNanos,
      long unanswered,
      long timedOut) {
    /** Creates an operation without unanswered operations. */
    public OperationInterval(
        double throughputPerSecond, Percentiles responseNanos, Percentiles serviceNanos) {
      this(throughputPerSecond, responseNanos, serviceNanos, 0, 0);
    }
  }

  /** Percentiles of the operations answered in the interval; all 0 if there are none. */
  public record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {
    /** Whether a percentile falls among unanswered operations, which rank above all others. */
    public boolean isCensored(double quantile, long unanswered) {
      return Math.ceil(quantile * (count + unanswered) - 1e-9) > count;
    }
  }

  /**
   * The generator's health in an interval. CPU is a share of one core, steal a share of all cores.
   */
  public record Health(
      double cpuCores, long pauseNanosMax, double stealShare, long heapUsedBytes) {}
}
