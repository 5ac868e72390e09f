package org.plimsoll.result;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A run as it was found on disk; bounded in size however long it was.
 *
 * @param state {@code running} (or killed) or {@code finished}
 * @param summary null when the run was killed or still goes on
 * @param intervals seconds, or sums of neighbors when there are many
 * @param histograms microseconds of the measure phase by tag
 * @param slices microseconds by time, oldest first
 */
public record RecordedRun(
    Path folder,
    String state,
    Summary.RunInfo run,
    Map<String, String> versions,
    @Nullable Summary summary,
    List<Interval> intervals,
    List<RunEvent> events,
    Map<String, Histogram> histograms,
    List<Slice> slices) {

  /** What was recorded from one time to another, since the start of the run. */
  public record Slice(long startNanos, long endNanos, Map<String, Histogram> micros) {}
}
