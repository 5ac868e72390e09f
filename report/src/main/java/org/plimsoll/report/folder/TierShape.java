package org.plimsoll.report.folder;

import java.util.List;

/**
 * The shape of one tier of a run's history on disk. Every length is a multiple of the finer tier's,
 * so that a reader can switch tiers at the start of a segment.
 *
 * @param cellSeconds length of a line
 * @param segmentSeconds length of a file
 * @param segmentsMax number of kept files, including the growing one
 * @param digits significant digits of the latencies
 */
record TierShape(int cellSeconds, int segmentSeconds, int segmentsMax, int digits) {
  /** Tiers of histograms: two hours, a day, 90 days. Two digits take half of the space. */
  static final List<TierShape> HISTOGRAMS =
      List.of(
          new TierShape(1, 600, 13, 3),
          new TierShape(10, 3600, 25, 2),
          new TierShape(60, 86_400, 91, 2));

  /** Tiers of lines: two to four hours, a day, 90 days. */
  static final List<TierShape> LINES =
      List.of(
          new TierShape(1, 7200, 2, 3),
          new TierShape(10, 7200, 13, 3),
          new TierShape(60, 86_400, 91, 3));

  /** Returns the file name of a segment, which {@link SegmentFile} parses. */
  String fileName(long segment, String suffix) {
    return "%ds-%010d.%s".formatted(cellSeconds, segment * segmentSeconds, suffix);
  }

  /** Returns the second of a time since the start of the run; readers derive it in the same way. */
  static long second(long startMillis) {
    return Math.floorDiv(startMillis + 500, 1000);
  }
}
