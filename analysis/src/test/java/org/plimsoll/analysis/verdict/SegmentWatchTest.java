package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Course.Segment;

/** The parts of a measurement between changes. */
class SegmentWatchTest {
  private static final long SECOND = 1_000_000_000L;

  private final SegmentWatch watch = new SegmentWatch(SECOND);

  private void second(int number) {
    watch.second(
        new SegmentWatch.Second(
            number * SECOND, (number + 1) * SECOND, 100, 0, 0, new Histogram(3)));
  }

  @Test
  void changesWithoutAWholeSecondBetweenThemAreOne() {
    second(0);
    watch.changed(SECOND + 1, "one");
    second(1);
    watch.changed(2 * SECOND + 1, "two");
    second(2);
    second(3);

    assertThat(watch.segments()).extracting(Segment::change).containsExactly("", "one; two");
  }

  @Test
  void aChangeMoreTakesNoMoreMemoryHoweverManyThereWere() {
    second(0);
    for (int i = 0; i < 100_000; i++) {
      watch.changed(SECOND + 1 + i * SECOND / 200, "ada changed rate to " + i);
      second(1 + i / 200);
    }
    second(502);

    List<Segment> segments = watch.segments();
    assertThat(segments).hasSize(2);
    assertThat(segments.getLast().change())
        .startsWith("ada changed rate to 0; ada changed rate to 1; ")
        .endsWith("ada changed rate to 19; and 99,980 more")
        .hasSizeLessThan(1_000);
  }
}
