package org.plimsoll.analysis.statistics;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The non-empty buckets of a histogram, with their cumulative counts. It takes 16 bytes for each of
 * them, where a histogram takes 8 bytes for each bucket of its range. A count is found without a
 * sum over lower buckets. Immutable.
 *
 * @param lowest value of each bucket, in ascending order
 * @param upTo number of samples in each bucket and all before it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SampleCounts(long[] lowest, long[] upTo) {
  static final SampleCounts NONE = new SampleCounts(new long[0], new long[0]);

  /** Creates the counts of a histogram's samples. */
  static SampleCounts of(Histogram samples) {
    int buckets = 0;
    for (HistogramIterationValue _ : samples.recordedValues()) {
      buckets++;
    }
    SampleCounts counts = new SampleCounts(new long[buckets], new long[buckets]);
    int i = 0;
    for (HistogramIterationValue value : samples.recordedValues()) {
      counts.lowest[i] = samples.lowestEquivalentValue(value.getValueIteratedTo());
      counts.upTo[i] = value.getTotalCountToThisValue();
      i++;
    }
    return counts;
  }

  /**
   * Returns the counts of these samples and others, whose histograms have the same number of
   * digits.
   */
  SampleCounts plus(SampleCounts other) {
    int most = lowest.length + other.lowest.length;
    SampleCounts both = new SampleCounts(new long[most], new long[most]);
    int size = 0;
    int mine = 0;
    int its = 0;
    while (mine < lowest.length || its < other.lowest.length) {
      long own = mine < lowest.length ? lowest[mine] : Long.MAX_VALUE;
      long others = its < other.lowest.length ? other.lowest[its] : Long.MAX_VALUE;
      both.lowest[size] = Math.min(own, others);
      mine += own <= others ? 1 : 0;
      its += others <= own ? 1 : 0;
      both.upTo[size] = before(mine) + other.before(its);
      size++;
    }
    return new SampleCounts(Arrays.copyOf(both.lowest, size), Arrays.copyOf(both.upTo, size));
  }

  /** Returns the number of samples. */
  long total() {
    return before(upTo.length);
  }

  /** Returns the number of samples up to the end of the bucket of a value. */
  long upTo(long value) {
    int at = Arrays.binarySearch(lowest, value);
    return before(at >= 0 ? at + 1 : -at - 1);
  }

  /** Returns the number of samples in the first buckets. */
  private long before(int buckets) {
    return buckets == 0 ? 0 : upTo[buckets - 1];
  }
}
