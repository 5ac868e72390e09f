package org.plimsoll.analysis.statistics;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The samples of a histogram in the buckets that have some. It takes 16 bytes for each of these,
 * where a histogram takes 8 for each bucket of its range, and finds a count without adding up all
 * before. Immutable.
 *
 * @param lowest value of each bucket, in ascending order
 * @param upTo number of samples in each bucket and all before it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SampleCounts(long[] lowest, long[] upTo) {
  static final SampleCounts NONE = new SampleCounts(new long[0], new long[0]);

  /** The samples of a histogram. */
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

  /** These samples and others, of histograms with the same number of digits. */
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

  /** The number of samples. */
  long total() {
    return before(upTo.length);
  }

  /** The number of samples up to the end of the bucket of a value. */
  long upTo(long value) {
    int at = Arrays.binarySearch(lowest, value);
    return before(at >= 0 ? at + 1 : -at - 1);
  }

  /** The number of samples in the first buckets. */
  private long before(int buckets) {
    return buckets == 0 ? 0 : upTo[buckets - 1];
  }
}
