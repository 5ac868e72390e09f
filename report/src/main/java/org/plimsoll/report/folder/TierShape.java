package org.plimsoll.report.folder;

import java.util.List;

/**
 * Shape of one tier of a run's history on disk. Every length is a multiple of the finer tier's, so
 * that a reader can switch tiers at the start of a segment.
 *
 * @param cellSeconds what one line stands for
 * @param segmentSeconds what one file stands for
 * @param segmentsMax files that are kept, the one that grows among them
 * @param digits significant digits of the latencies
 */
record TierShape(int cellSeconds, int segmentSeconds, int segmentsMax, int digits) {
  /** Of histograms: two hours, a day, 90 days. With two digits they take half of the room. */
  static final List<TierShape> HISTOGRAMS =
      List.of(
          new TierShape(1, 600, 13, 3),
          new TierShape(10, 3600, 25, 2),
          new TierShape(60, 86_400, 91, 2));

  /** Of lines: two to four hours, a day, 90 days. */
  static final List<TierShape> LINES =
      List.of(
          new TierShape(1, 7200, 2, 3),
          new TierShape(10, 7200, 13, 3),
          new TierShape(60, 86_400, 91, 3));

  /** The file of a segment, which {@link SegmentFile} understands. */
  String fileName(long segment, String suffix) {
    return "%ds-%010d.%s".formatted(cellSeconds, segment * segmentSeconds, suffix);
  }

  /** The second that a time since the start of the run belongs to; readers derive it alike. */
  static long second(long startMillis) {
    return Math.floorDiv(startMillis + 500, 1000);
  }
}
