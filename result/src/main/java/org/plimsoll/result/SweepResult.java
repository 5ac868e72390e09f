package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep, in the form that {@code sweep --json} prints and {@code sweep.json}
 * stores.
 *
 * @param settings names of the settings that vary
 * @param scalability the fitted scalability law for each combination of the other settings
 * @param knee the knee; null if the points do not form a load curve or are too few
 * @param study the requested table; null if none was requested
 */
public record SweepResult(
    int schema,
    @JsonUnwrapped Sweep sweep,
    List<String> settings,
    List<Row> rows,
    List<Scalability> scalability,
    TuneResult.@Nullable KneeResult knee,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Study study) {
  public static final int SCHEMA = 1;

  /** Creates a result without a study. */
  public SweepResult(
      int schema,
      Sweep sweep,
      List<String> settings,
      List<Row> rows,
      List<Scalability> scalability,
      TuneResult.@Nullable KneeResult knee) {
    this(schema, sweep, settings, rows, scalability, knee, null);
  }

  /**
   * The table of a study: the requested figures at each point.
   *
   * @param over setting on the horizontal axis of the charts; empty if no setting has only numeric
   *     values
   * @param confidence probability that an interval contains the median of all such runs; 0 for a
   *     single run
   * @param notes remarks for the reader, as sentences
   */
  public record Study(String over, List<Column> columns, double confidence, List<String> notes) {
    public Study {
      columns = List.copyOf(columns);
      notes = List.copyOf(notes);
    }
  }

  /** A column of a study with its unit. */
  public record Column(String name, Unit unit) {}

  /** The unit of a value in a study. */
  public enum Unit {
    NUMBER,
    /** Operations per second. */
    RATE,
    /** Nanoseconds. */
    NANOS,
    SHARE,
    BYTES,
    BYTES_PER_SECOND,
    /** An amount of the currency of the prices. */
    MONEY
  }

  /**
   * A figure over the runs of a point.
   *
   * @param mean mean of the runs
   * @param low lower end of the interval around the median; null for one run
   */
  public record Value(double mean, double median, @Nullable Double low, @Nullable Double high) {}

  /** The identity of a sweep. */
  public record Sweep(String name, String target, String startedAt, long seed) {}

  /**
   * A point of the grid with its repetitions, and the folders of their runs.
   *
   * @param values figures of the study by column; a figure is left out if a run does not have it
   */
  public record Row(
      Map<String, String> point,
      @JsonUnwrapped Repetitions repetitions,
      @JsonUnwrapped Figures figures,
      List<String> folders,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Value> values) {
    public Row {
      // JSON omits an empty map.
      values = values == null ? Map.of() : values;
    }

    /** Creates a row without figures of a study. */
    public Row(
        Map<String, String> point, Repetitions repetitions, Figures figures, List<String> folders) {
      this(point, repetitions, figures, folders, Map.of());
    }

    /** Returns the same row with the figures of a study. */
    public Row with(Map<String, Value> study) {
      return new Row(point, repetitions, figures, folders, study);
    }
  }

  /**
   * The runs of a point.
   *
   * @param runs runs that have a result
   * @param failures reasons why other runs have no result
   * @param validity the worst validity of the runs
   * @param slo outcome of the objectives in all runs; {@code failed} if any run missed an objective
   * @param missed objectives that at least one run missed, as text
   */
  public record Repetitions(
      int runs,
      List<String> failures,
      Validity validity,
      SloOutcome slo,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> missed) {
    public Repetitions {
      // Files of earlier versions do not have these two.
      slo = Objects.requireNonNullElse(slo, SloOutcome.NONE);
      missed = missed == null ? List.of() : List.copyOf(missed);
    }

    /** Creates runs without objectives. */
    public Repetitions(int runs, List<String> failures, Validity validity) {
      this(runs, failures, validity, SloOutcome.NONE, List.of());
    }

    /** Whether a run missed an objective. */
    public boolean failed() {
      return slo == SloOutcome.FAILED;
    }
  }

  /**
   * The figures of a point.
   *
   * @param throughputPerSecond median, minimum and maximum of the runs
   * @param latencyNanos latency of the run with the median p99, since percentiles are never
   *     averaged
   * @param p99Nanos p99 of all runs, ascending
   * @param costPerMillion cost per million operations; null without a price
   */
  public record Figures(
      @Nullable Range throughputPerSecond,
      @Nullable Latency latencyNanos,
      List<Long> p99Nanos,
      double errorShare,
      @Nullable Double costPerMillion) {
    /** The value if no run has a result. */
    public static final Figures NONE = new Figures(null, null, List.of(), 0, null);
  }

  /** A median with the minimum and the maximum. */
  public record Range(double median, double least, double most) {}

  /**
   * The Universal Scalability Law fitted over one setting.
   *
   * @param over name of the varied setting
   * @param at values of the other settings
   * @param peak the point of highest throughput; null if unknown
   */
  public record Scalability(
      String over,
      Map<String, String> at,
      Estimate gamma,
      Estimate alpha,
      Estimate beta,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double peak,
      String text) {}

  /** A value with its 95 % interval. */
  public record Estimate(double value, double low, double high) {}
}
