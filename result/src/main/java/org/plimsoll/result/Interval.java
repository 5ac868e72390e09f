package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run, as a line of {@code intervals.jsonl} and on the terminal. Counts are of
 * operations that ended in it (scheduled: became due in it).
 *
 * @param atNanos end of the interval, since the start of the run
 * @param lengthNanos how long it was
 * @param targetPerSecond the rate asked for at its end; 0 in a closed load
 * @param throughputPerSecond succeeded and not found, per second
 * @param inFlight calls that have not returned, at its end
 * @param backlog arrivals that wait for room, at its end
 * @param operations by name, and {@code all}
 * @param scenarios by name, where scenarios have names; the figures above are of all of them
 * @param probe what the probe saw, which is in no other figure; null where there is none
 * @param validity whether the generator disturbed it
 * @param findings that make it suspect or invalid
 * @param telemetry what was read from the target's side in it, by name; mostly empty
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
    // JSON leaves an empty map out.
    scenarios = scenarios == null ? Map.of() : scenarios;
  }

  /** An interval that nothing is said against. */
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

  /** Whether its numbers cannot be taken at face value. */
  public boolean isDisturbed() {
    return validity.isDisturbed();
  }

  /**
   * One of several scenarios, or the probe: the same figures of it alone.
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
   * @param timedOut those of them that were sent
   */
  public record OperationInterval(
      double throughputPerSecond,
      Percentiles responseNanos,
      Percentiles serviceNanos,
      long unanswered,
      long timedOut) {
    /** One of which all was answered. */
    public OperationInterval(
        double throughputPerSecond, Percentiles responseNanos, Percentiles serviceNanos) {
      this(throughputPerSecond, responseNanos, serviceNanos, 0, 0);
    }
  }

  /**
   * Percentiles of the operations that were answered in the interval; all 0 where there are none.
   */
  public record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {
    /** Whether a percentile falls among operations that were not answered, and rank above all. */
    public boolean isCensored(double quantile, long unanswered) {
      return Math.ceil(quantile * (count + unanswered) - 1e-9) > count;
    }
  }

  /** The generator in this interval; shares are of one core (cpu) or of all cores (steal). */
  public record Health(
      double cpuCores, long pauseNanosMax, double stealShare, long heapUsedBytes) {}
}
