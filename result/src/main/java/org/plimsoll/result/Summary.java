package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run, in the shape that {@code --json} prints and {@code run.json} keeps; schema
 * 1. Durations are nanoseconds. A null percentile is explained by the lists beside it.
 *
 * @param scenarios by name, where scenarios have names; the figures above are of all of them
 * @param probe what the probe saw, which is in no other figure; null where there is none
 * @param iterations each measure phase, where there are several; the figures above are of all
 * @param spread of what differs between iterations, by the name of the figure
 * @param consistency null where it was not looked at
 * @param steadyState whether the measure phase was steady; of several the first that was not
 */
public record Summary(
    int schema,
    RunInfo run,
    long elapsedNanos,
    Verdict verdict,
    LoadInfo load,
    Accounting accounting,
    double throughputPerSecond,
    double bytesPerSecond,
    Map<String, OperationSummary> operations,
    Latency dispatchLagNanos,
    Map<String, Latency> waitNanos,
    Map<String, Long> driverCounters,
    Map<String, Latency> driverTimingNanos,
    Map<String, String> targetFacts,
    GeneratorSummary generator,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ScenarioSummary> scenarios,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ScenarioSummary probe,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Iteration> iterations,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Spread> spread,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ConsistencySummary consistency,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SteadyState steadyState) {
  public static final int SCHEMA = 1;

  public Summary {
    // JSON leaves empty ones out.
    scenarios = scenarios == null ? Map.of() : scenarios;
    iterations = iterations == null ? List.of() : List.copyOf(iterations);
    spread = spread == null ? Map.of() : spread;
  }

  /** Without a word on whether it was steady. */
  public Summary(
      int schema,
      RunInfo run,
      long elapsedNanos,
      Verdict verdict,
      LoadInfo load,
      Accounting accounting,
      double throughputPerSecond,
      double bytesPerSecond,
      Map<String, OperationSummary> operations,
      Latency dispatchLagNanos,
      Map<String, Latency> waitNanos,
      Map<String, Long> driverCounters,
      Map<String, Latency> driverTimingNanos,
      Map<String, String> targetFacts,
      GeneratorSummary generator,
      Map<String, ScenarioSummary> scenarios,
      @Nullable ScenarioSummary probe,
      List<Iteration> iterations,
      Map<String, Spread> spread,
      @Nullable ConsistencySummary consistency) {
    this(
        schema,
        run,
        elapsedNanos,
        verdict,
        load,
        accounting,
        throughputPerSecond,
        bytesPerSecond,
        operations,
        dispatchLagNanos,
        waitNanos,
        driverCounters,
        driverTimingNanos,
        targetFacts,
        generator,
        scenarios,
        probe,
        iterations,
        spread,
        consistency,
        null);
  }

  /** All operations together. */
  public OperationSummary all() {
    return Objects.requireNonNull(operations.get("all"));
  }

  /**
   * What ran.
   *
   * @param spec every setting by name; secrets are {@code ***}
   */
  public record RunInfo(
      String id,
      String name,
      String target,
      String startedAt,
      long seed,
      Map<String, Object> spec) {}

  /**
   * What is to be thought of it.
   *
   * @param slo of all objectives together
   */
  public record Verdict(
      Validity validity, SloOutcome slo, List<SloResult> objectives, List<Finding> findings) {
    /** Whether there is a finding of that code. */
    public boolean has(FindingCode code) {
      return findings.stream().anyMatch(finding -> finding.code() == code);
    }
  }

  /** One objective; {@code observed} is null when it could not be decided. */
  public record SloResult(String objective, SloOutcome result, @Nullable Double observed) {}

  /**
   * A sentence with a number.
   *
   * @param severity what it makes of the result
   */
  public record Finding(FindingCode code, Severity severity, String text) {}

  /**
   * The load that was asked for; {@code targetPerSecond} is null in a closed one, and where one of
   * several is. The model of several is {@code mixed} when theirs differ.
   */
  public record LoadInfo(
      String model, @Nullable Double targetPerSecond, @Nullable Integer workers) {}

  /**
   * Every operation intended in the measure phase, once.
   *
   * @param scheduled those for the target; all others but the last add up to it
   * @param clientCached those that the tool answered itself, in place of a cache
   */
  public record Accounting(
      long scheduled,
      long succeeded,
      long notFound,
      long failed,
      long timedOut,
      long notSent,
      long shed,
      long unfinished,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long clientCached) {
    /** Without a cache. */
    public Accounting(
        long scheduled,
        long succeeded,
        long notFound,
        long failed,
        long timedOut,
        long notSent,
        long shed,
        long unfinished) {
      this(scheduled, succeeded, notFound, failed, timedOut, notSent, shed, unfinished, 0);
    }

    /** Those that the target answered as it should. */
    public long answered() {
      return succeeded + notFound;
    }

    /** Those that came to a bad end. */
    public long errors() {
      return failed + timedOut + notSent + shed;
    }

    /** All that the ends add up to, which should be what was scheduled. */
    public long ended() {
      return answered() + errors() + unfinished;
    }

    /** Of both together. */
    public Accounting plus(Accounting other) {
      return new Accounting(
          scheduled + other.scheduled,
          succeeded + other.succeeded,
          notFound + other.notFound,
          failed + other.failed,
          timedOut + other.timedOut,
          notSent + other.notSent,
          shed + other.shed,
          unfinished + other.unfinished,
          clientCached + other.clientCached);
    }
  }

  /**
   * One operation, or all.
   *
   * @param count operations that ended as succeeded or not found
   * @param notFound those of them that found nothing
   * @param buffered those of them that the client has not sent yet, whose times are not known
   * @param failures by code; {@code timeout}, {@code not-sent} and {@code shed} are among them
   * @param failureMessages by code, what the store said with the first of them
   * @param responseNanos null in a closed load: there is no intended start
   */
  public record OperationSummary(
      long count,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long notFound,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long buffered,
      long items,
      long attempts,
      double throughputPerSecond,
      Map<String, Long> failures,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> failureMessages,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Latency responseNanos,
      Latency serviceNanos) {
    public OperationSummary {
      failureMessages = failureMessages == null ? Map.of() : failureMessages;
    }

    /** Without a word on its failures, everything found, and nothing buffered. */
    public OperationSummary(
        long count,
        long items,
        long attempts,
        double throughputPerSecond,
        Map<String, Long> failures,
        @Nullable Latency responseNanos,
        Latency serviceNanos) {
      this(
          count,
          0,
          0,
          items,
          attempts,
          throughputPerSecond,
          failures,
          Map.of(),
          responseNanos,
          serviceNanos);
    }
  }

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

  /**
   * One of several scenarios, or the probe: the same figures of it alone.
   *
   * @param validity from what the generator did to this one
   */
  public record ScenarioSummary(
      Validity validity,
      List<Finding> findings,
      LoadInfo load,
      Accounting accounting,
      double throughputPerSecond,
      double bytesPerSecond,
      Map<String, OperationSummary> operations,
      Latency dispatchLagNanos,
      Map<String, Latency> waitNanos) {
    /** All its operations together. */
    public OperationSummary all() {
      return Objects.requireNonNull(operations.get("all"));
    }
  }

  /** One of several measure phases. */
  public record Iteration(
      long elapsedNanos,
      Validity validity,
      List<Finding> findings,
      Accounting accounting,
      double throughputPerSecond,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Latency responseNanos,
      Latency serviceNanos) {}

  /**
   * Whether a measure phase kept its levels of throughput, p50 and p99 from second to second.
   *
   * @param answer {@code steady}, {@code never steady}, {@code load changed} or {@code insufficient
   *     data}
   * @param fromNanos where the steady part begins, since the start of the run; null without one
   * @param changes of level, in order of time
   * @param spread of the seconds, by the name of the figure
   */
  public record SteadyState(
      String answer, @Nullable Long fromNanos, List<Change> changes, Map<String, Spread> spread) {
    public SteadyState {
      changes = changes == null ? List.of() : List.copyOf(changes);
      spread = spread == null ? Map.of() : spread;
    }

    /** A level that became another one; of percentiles in nanoseconds. */
    public record Change(String figure, long atNanos, double before, double after) {
      /** Such as {@code p50 went from 1.02 ms to 3.10 ms at 0:42}. */
      public String text() {
        return "%s went from %s to %s at %s"
            .formatted(
                figure.startsWith("p") ? figure : "throughput",
                shown(before),
                shown(after),
                Figures.clock(atNanos));
      }

      private String shown(double value) {
        return figure.startsWith("p")
            ? Figures.duration(value)
            : Figures.rate(value >= 100 ? Math.rint(value) : value);
      }
    }
  }

  /**
   * How far iterations differ in one figure: those of them that have it.
   *
   * @param count how many have it
   * @param coefficientOfVariation standard deviation of the sample over its mean; null below two
   */
  public record Spread(
      int count, double min, double median, double max, @Nullable Double coefficientOfVariation) {}

  /**
   * What the generator itself used, and how it did.
   *
   * @param pauses times that the whole process stood still
   * @param inFlightMean calls in flight, on average over time
   * @param scheduleAdherence share of arrivals that were handled in time; null in a closed load
   */
  public record GeneratorSummary(
      double cpuSeconds,
      long pauseNanosMax,
      long pauseNanosTotal,
      long pauses,
      double inFlightMean,
      @Nullable Double scheduleAdherence,
      double allocatedBytesPerOperation,
      double stealShare,
      String java,
      List<String> javaFlags,
      String host) {}
}
