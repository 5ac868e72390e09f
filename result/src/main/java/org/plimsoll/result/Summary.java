package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run, in the form that {@code --json} prints and {@code run.json} stores; schema
 * {@value #SCHEMA}. Durations are nanoseconds. If a percentile is null, the lists next to it say
 * why.
 *
 * @param figures the figures of all scenarios and iterations together, without the probe
 */
public record Summary(
    int schema,
    RunInfo run,
    long elapsedNanos,
    Verdict verdict,
    @JsonUnwrapped LoadFigures figures,
    @JsonUnwrapped DriverReport driver,
    GeneratorSummary generator,
    @JsonUnwrapped Details details) {
  /**
   * The schema version. Version 2 introduced the failure codes of {@link
   * org.plimsoll.api.FailureCode}. Version 1 can still be read.
   */
  public static final int SCHEMA = 2;

  /** Returns the figures of all operations together. */
  public OperationSummary all() {
    return figures.all();
  }

  /** Returns the accounting of all operations together. */
  public Accounting accounting() {
    return figures.accounting();
  }

  /**
   * The identity and settings of a run.
   *
   * @param spec every setting by name; secrets are {@code ***}
   * @param derived names of settings that were not set and are derived from others; empty in files
   *     of earlier versions
   */
  public record RunInfo(
      String id,
      String name,
      String target,
      String startedAt,
      long seed,
      Map<String, Object> spec,
      SortedSet<String> derived) {
    public RunInfo {
      derived =
          derived == null
              ? Collections.emptySortedSet()
              : Collections.unmodifiableSortedSet(derived);
    }
  }

  /**
   * The verdict on a result.
   *
   * @param slo outcome of all objectives together
   */
  public record Verdict(
      Validity validity, SloOutcome slo, List<SloResult> objectives, List<Finding> findings) {
    /** Whether there is a finding with the given code. */
    public boolean has(FindingCode code) {
      return findings.stream().anyMatch(finding -> finding.code() == code);
    }
  }

  /**
   * The result of one objective.
   *
   * @param observed value of the bounded figure; null if the objective could not be decided
   * @param isDefault whether the objective applies by default, without being set
   */
  public record SloResult(
      String objective,
      SloOutcome result,
      @Nullable Double observed,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isDefault) {
    /** Creates the result of an objective that was set. */
    public SloResult(String objective, SloOutcome result, @Nullable Double observed) {
      this(objective, result, observed, false);
    }

    /** Returns the objective as text, with a mark if it applies by default. */
    public String text() {
      return isDefault ? objective + " (default)" : objective;
    }
  }

  /**
   * A finding about a result: a sentence with a number.
   *
   * @param severity how the finding affects the result
   */
  public record Finding(FindingCode code, Severity severity, String text) {}

  /**
   * The figures of a load: of all scenarios together, of one, or of the probe.
   *
   * @param load the load that was requested
   * @param rates operations due and answered in the measurement, without its drain
   * @param elsewhere answers that are not part of the goodput
   * @param operations the operations by name, and {@code all}
   * @param waitNanos waits of operations, by cause
   */
  public record LoadFigures(
      LoadInfo load,
      Accounting accounting,
      @JsonUnwrapped Rates rates,
      @JsonUnwrapped Elsewhere elsewhere,
      Map<String, OperationSummary> operations,
      Latency dispatchLagNanos,
      Map<String, Latency> waitNanos) {
    /** Returns the operations that were answered in the measurement, per second. */
    public double throughputPerSecond() {
      return rates.throughputPerSecond();
    }

    /** Returns the payload of these answers per second; 0 if it is unknown. */
    public double bytesPerSecond() {
      return Objects.requireNonNullElse(rates.bytesPerSecond(), 0.0);
    }

    /** Returns the figures of all operations of the load together. */
    public OperationSummary all() {
      return Objects.requireNonNull(operations.get("all"));
    }
  }

  /**
   * Answers that do not count as goodput.
   *
   * @param lateAnswers answers that arrived after the deadline of their operation; they count as
   *     throughput if they arrived before the end of the measurement
   * @param drainedAnswers answers that arrived in time, but after the end of the measurement
   * @param drainNanos time from the end of the measurement until its last operation ended
   */
  public record Elsewhere(
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long lateAnswers,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long drainedAnswers,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long drainNanos) {
    public static final Elsewhere NONE = new Elsewhere(0, 0, 0);
  }

  /**
   * The requested load. {@code targetPerSecond} is null if any load is closed. The model of several
   * loads is {@code mixed} if theirs differ.
   */
  public record LoadInfo(
      String model, @Nullable Double targetPerSecond, @Nullable Integer workers) {}

  /**
   * The figures of one operation, or of all operations together.
   *
   * @param throughputPerSecond operations answered in the measurement, per second
   * @param failures failures by code, including {@code timeout}, {@code not-sent} and {@code shed}
   * @param failureMessages the store's first message for each code
   * @param responseNanos the response times; null in a closed load, which has no intended starts
   */
  public record OperationSummary(
      @JsonUnwrapped Counts counts,
      double throughputPerSecond,
      Map<String, Long> failures,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> failureMessages,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Latency responseNanos,
      Latency serviceNanos) {
    public OperationSummary {
      failureMessages = failureMessages == null ? Map.of() : failureMessages;
    }

    /** Creates an operation without failure messages. */
    public OperationSummary(
        Counts counts,
        double throughputPerSecond,
        Map<String, Long> failures,
        @Nullable Latency responseNanos,
        Latency serviceNanos) {
      this(counts, throughputPerSecond, failures, Map.of(), responseNanos, serviceNanos);
    }
  }

  /**
   * Counts of an operation.
   *
   * @param answered operations that succeeded or found nothing
   * @param notFound answered operations that found nothing
   * @param buffered answered operations that the client has buffered but not yet sent, so that
   *     their times are unknown
   */
  public record Counts(
      @JsonProperty("count") long answered,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long notFound,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long buffered,
      long items,
      long attempts) {
    /** Returns the answered operations that found something. */
    public long found() {
      return answered - notFound;
    }
  }

  /**
   * The figures of one of several scenarios, or of the probe.
   *
   * @param validity whether the generator disturbed this scenario
   */
  public record ScenarioSummary(
      Validity validity, List<Finding> findings, @JsonUnwrapped LoadFigures figures) {}

  /**
   * The driver's own counts and timings, and its facts about the target.
   *
   * @param counters counts of the measurement with its drain, by name
   * @param inTime counts of each phase, and before and after each change
   */
  public record DriverReport(
      @JsonProperty("driverCounters") Map<String, Long> counters,
      @JsonProperty("driverTimingNanos") Map<String, Latency> timingNanos,
      Map<String, String> targetFacts,
      @JsonUnwrapped CountsInTime inTime) {
    public DriverReport {
      inTime = inTime == null ? CountsInTime.NONE : inTime;
    }

    /** Creates a report without the counts of phases and parts. */
    public DriverReport(
        Map<String, Long> counters,
        Map<String, Latency> timingNanos,
        Map<String, String> targetFacts) {
      this(counters, timingNanos, targetFacts, CountsInTime.NONE);
    }
  }

  /**
   * Optional results: figures of each part of the load, and results of further checks.
   *
   * @param scenarios the scenarios by name if scenarios have names
   * @param probe figures of the probe, which no other figure includes; null if there is no probe
   * @param iterations figures of each measurement if there are several
   * @param spread variation between iterations, by the name of the figure
   * @param consistency the results of the consistency check; null if consistency was not checked
   * @param steadyState whether the measurement was in steady state; with iterations, the state of
   *     the first one that was not steady
   * @param telemetry figures of the target's telemetry, by the name of the series
   * @param course when operations failed, and the figures before and after each change
   */
  public record Details(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, ScenarioSummary> scenarios,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ScenarioSummary probe,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Iteration> iterations,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Spread> spread,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ConsistencySummary consistency,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable SteadyState steadyState,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, SeriesFigures> telemetry,
      @JsonUnwrapped Course course) {
    /** A run of one unnamed scenario and one iteration, without a probe or further checks. */
    public static final Details NONE = new Details(Map.of(), null, List.of(), Map.of(), null, null);

    /** Creates details without telemetry, failures and changes. */
    public Details(
        Map<String, ScenarioSummary> scenarios,
        @Nullable ScenarioSummary probe,
        List<Iteration> iterations,
        Map<String, Spread> spread,
        @Nullable ConsistencySummary consistency,
        @Nullable SteadyState steadyState) {
      this(scenarios, probe, iterations, spread, consistency, steadyState, Map.of(), Course.NONE);
    }

    public Details {
      // JSON omits these components if they are empty.
      scenarios = scenarios == null ? Map.of() : scenarios;
      iterations = iterations == null ? List.of() : List.copyOf(iterations);
      spread = spread == null ? Map.of() : spread;
      telemetry = telemetry == null ? Map.of() : telemetry;
      course = Objects.requireNonNullElse(course, Course.NONE);
    }
  }

  /**
   * One of several measurements.
   *
   * @param objectives results of the objectives on its own figures; empty in files of earlier
   *     versions
   */
  public record Iteration(
      long elapsedNanos,
      Validity validity,
      List<Finding> findings,
      Accounting accounting,
      double throughputPerSecond,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Latency responseNanos,
      Latency serviceNanos,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SloResult> objectives) {
    public Iteration {
      objectives = objectives == null ? List.of() : List.copyOf(objectives);
    }
  }

  /**
   * The generator's resource use and health.
   *
   * @param inFlightMean time average of operations in flight
   * @param scheduleAdherence share of arrivals that the pacer handled on time; null in a closed
   *     load
   */
  public record GeneratorSummary(
      double cpuSeconds,
      @JsonUnwrapped Pauses pauses,
      double inFlightMean,
      @Nullable Double scheduleAdherence,
      double allocatedBytesPerOperation,
      double stealShare,
      @JsonUnwrapped JvmFacts jvm) {}
}
