package org.plimsoll.report.folder;

import java.util.List;

/**
 * The dimensions of one tier of a run's history on disk. Every length is a multiple of the finer
 * tier's length, so that a reader can switch tiers at the start of a segment.
 *
 * @param cellSeconds duration of a line, in seconds
 * @param segmentSeconds duration of a file, in seconds
 * @param segmentsMax number of kept files, including the growing one
 * @param digits significant digits of the latencies
 */
record TierShape(int cellSeconds, int segmentSeconds, int segmentsMax, int digits) {
  /**
   * The tiers of histograms: seconds for two hours, 10 s for a day, and minutes for 90 days. Two
   * significant digits halve the size.
   */
  static final List<TierShape> HISTOGRAMS =
      List.of(
          new TierShape(1, 600, 13, 3),
          new TierShape(10, 3600, 25, 2),
          new TierShape(60, 86_400, 91, 2));

  /**
   * The tiers of the lines of intervals: seconds for two to four hours, 10 s for a day, and minutes
   * for 90 days.
   */
  static final List<TierShape> LINES =
      List.of(
          new TierShape(1, 7200, 2, 3),
          new TierShape(10, 7200, 13, 3),
          new TierShape(60, 86_400, 91, 3));

  /** Returns the file name of a segment, which {@link SegmentFile} parses. */
  String fileName(long segment, String suffix) {
    return "%ds-%010d.%s".formatted(cellSeconds, segment * segmentSeconds, suffix);
  }

  /**
   * Returns the second in which a time since the start of the run is counted; readers compute it in
   * the same way.
   */
  static long second(long startMillis) {
    return Math.floorDiv(startMillis + 500, 1000);
  }
}
