package org.plimsoll.server.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as a row of the catalogue.
 *
 * @param state {@code starting}, {@code running}, {@code stopping}, {@code finished}, {@code
 *     failed} or {@code killed}
 * @param phase the current phase; null when the run has ended
 * @param p99Nanos the 99th percentile of response times, or of service times if there are none;
 *     null when too few operations were answered
 * @param p99AboveNanos a lower bound, when the percentile falls among unanswered operations
 * @param isLive whether the run is live here and can be controlled
 * @param problem the reason of a failure
 */
public record RunRow(
    String id,
    String name,
    String target,
    String state,
    @Nullable String phase,
    String startedAt,
    long elapsedNanos,
    @Nullable String validity,
    @Nullable String slo,
    @Nullable Double targetPerSecond,
    @Nullable Double throughputPerSecond,
    @Nullable Long p99Nanos,
    @Nullable Long p99AboveNanos,
    @Nullable Double errorShare,
    List<String> tags,
    String notes,
    boolean isLive,
    List<String> generators,
    @Nullable String problem) {
  public RunRow {
    tags = List.copyOf(tags);
    generators = List.copyOf(generators);
  }
}
