package org.plimsoll.engine.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One second of a run, as a line of {@code intervals.jsonl} and on the terminal. Counts are of
 * operations that ended in it (scheduled: became due in it).
 *
 * @param atNanos end of the interval, since the start of the run
 * @param lengthNanos how long it was
 * @param phase {@code fill}, {@code warmup}, {@code measure} or {@code drain}
 * @param targetPerSecond the rate asked for at its end; 0 in a closed load
 * @param throughputPerSecond succeeded and not found, per second
 * @param inFlight calls that have not returned, at its end
 * @param backlog arrivals that wait for room, at its end
 * @param operations by name, and {@code all}
 * @param validity {@code valid}, {@code suspect} or {@code invalid}: whether the generator mattered
 *     in it; {@code unjudged} in the files of earlier versions
 * @param findings codes of what it is suspect or invalid for
 */
public record Interval(
    long atNanos,
    long lengthNanos,
    String phase,
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
    String validity,
    List<String> findings) {
  public Interval {
    validity = Objects.requireNonNullElse(validity, "unjudged");
    findings = findings == null ? List.of() : List.copyOf(findings);
  }

  /** An interval that nothing is said against. */
  public Interval(
      long atNanos,
      long lengthNanos,
      String phase,
      double targetPerSecond,
      double throughputPerSecond,
      double bytesPerSecond,
      int inFlight,
      int backlog,
      Summary.Accounting accounting,
      Map<String, Long> failures,
      Map<String, OperationInterval> operations,
      Percentiles dispatchLagNanos,
      Health health) {
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
        "valid",
        List.of());
  }

  /** Whether its numbers cannot be taken at face value. */
  boolean isDisturbed() {
    return validity.equals("suspect") || validity.equals("invalid");
  }

  /** Throughput and latency of one operation; {@code responseNanos} is empty in a closed load. */
  public record OperationInterval(
      double throughputPerSecond, Percentiles responseNanos, Percentiles serviceNanos) {}

  /** Percentiles of the operations that ended in the interval; all 0 where there are none. */
  public record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {}

  /** The generator in this interval; shares are of one core (cpu) or of all cores (steal). */
  public record Health(
      double cpuCores, long pauseNanosMax, double stealShare, long heapUsedBytes) {}
}
