package org.plimsoll.result;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run read from disk. Its size is bounded, however long the run was.
 *
 * @param state {@code running} (also if the run was killed) or {@code finished}
 * @param summary the summary; null if the run is live, or was killed before its measurement. For a
 *     run that was killed later, it is computed from the intervals
 * @param intervals the seconds of the run; adjacent ones are merged if there are many
 */
public record RecordedRun(
    Path folder,
    String state,
    Summary.RunInfo run,
    Map<String, String> versions,
    @Nullable Summary summary,
    List<Interval> intervals,
    List<RunEvent> events,
    Micros micros) {

  /**
   * The histograms, in microseconds.
   *
   * @param byTag the histograms of the measurement, by tag
   * @param slices the slices by time, oldest first
   */
  public record Micros(Map<String, Histogram> byTag, List<Slice> slices) {}

  /** The histograms of a period; times are since the start of the run. */
  public record Slice(long startNanos, long endNanos, Map<String, Histogram> micros) {}
}
