package org.plimsoll.server.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.Labels;

/**
 * A run as a row of the catalogue.
 *
 * @param isLive whether the run is live on this server and can be controlled
 * @param problem the reason of a failure
 */
public record RunRow(
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped Status status,
    @JsonUnwrapped Verdict verdict,
    @JsonUnwrapped Figures figures,
    @JsonUnwrapped Labels labels,
    boolean isLive,
    List<String> generators,
    @Nullable String problem) {
  /** Orders runs by start time, newest first. */
  public static final Comparator<RunRow> NEWEST_FIRST =
      Comparator.comparing((RunRow row) -> row.status.startedAt).reversed();

  public RunRow {
    generators = List.copyOf(generators);
  }

  /** Returns this row with other labels. */
  RunRow with(Labels other) {
    return new RunRow(identity, status, verdict, figures, other, isLive, generators, problem);
  }

  /** The name of a run, and the URI of its target. */
  public record Identity(String id, String name, String target) {}

  /**
   * The progress of a run.
   *
   * @param state {@code starting}, {@code running}, {@code stopping}, {@code finished}, {@code
   *     failed} or {@code killed}
   * @param phase the current phase; null if the run has ended
   * @param isPaused whether the run is live and both its reads and its writes are off
   */
  public record Status(
      String state,
      @Nullable String phase,
      String startedAt,
      long elapsedNanos,
      boolean isPaused) {}

  /**
   * Whether a run's figures are valid and meet its objectives; null if unknown.
   *
   * @param validity validity of the result or, for a live run, of the measurement so far
   * @param slo outcome of the objectives or, for a live run, over the last seconds
   * @param health health of the target; null if the run has ended
   */
  public record Verdict(
      @Nullable String validity, @Nullable String slo, @Nullable TargetState health) {
    /** Creates the verdict of a run that has ended. */
    Verdict(@Nullable String validity, @Nullable String slo) {
      this(validity, slo, null);
    }
  }

  /**
   * The figures of a run; null if unknown.
   *
   * @param p99Nanos the 99th percentile of response times, or of service times if there are none;
   *     null if too few operations were answered
   * @param p99AboveNanos lower bound, if the percentile falls among unanswered operations
   */
  public record Figures(
      @Nullable Double targetPerSecond,
      @Nullable Double throughputPerSecond,
      @Nullable Long p99Nanos,
      @Nullable Long p99AboveNanos,
      @Nullable Double errorShare) {}
}
