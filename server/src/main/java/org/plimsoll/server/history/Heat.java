package org.plimsoll.server.history;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latency cells of a heat map: four for each doubling, from 1 µs to 134 s. With eight, the
 * cells would be too narrow to be distinguished.
 */
final class Heat {
  private static final int CELLS_PER_DOUBLING = 4;
  private static final double FIRST_NANOS = 1_000;
  private static final int DOUBLINGS = 27;

  /** The number of cells. Values below 1 µs or above 134 s are in the first or last cell. */
  private static final int CELLS = DOUBLINGS * CELLS_PER_DOUBLING;

  private Heat() {}

  /** Returns the bounds of the cells in nanoseconds, one more than there are cells. */
  static double[] edgesNanos() {
    double[] edges = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      edges[i] = FIRST_NANOS * Math.pow(2, (double) i / CELLS_PER_DOUBLING);
    }
    return edges;
  }

  /** Returns pairs of a cell's index and its count, for the cells that are not empty. */
  static int[] of(Histogram nanos) {
    int[] counts = new int[CELLS];
    for (HistogramIterationValue value : nanos.recordedValues()) {
      double middle = nanos.medianEquivalentValue(value.getValueIteratedTo());
      double doublings = Math.log(middle / FIRST_NANOS) / Math.log(2);
      int cell = (int) Math.clamp(Math.floor(doublings * CELLS_PER_DOUBLING), 0, CELLS - 1);
      counts[cell] =
          (int)
              Math.min(Integer.MAX_VALUE, counts[cell] + value.getCountAddedInThisIterationStep());
    }
    return pairs(counts);
  }

  /** Returns the sum of such pairs. */
  static int[] sum(int[] a, int[] b) {
    int[] counts = new int[CELLS];
    for (int[] pairs : List.of(a, b)) {
      for (int i = 0; i < pairs.length; i += 2) {
        counts[pairs[i]] += pairs[i + 1];
      }
    }
    return pairs(counts);
  }

  private static int[] pairs(int[] counts) {
    int[] pairs = new int[2 * CELLS];
    int length = 0;
    for (int cell = 0; cell < CELLS; cell++) {
      if (counts[cell] > 0) {
        pairs[length++] = cell;
        pairs[length++] = counts[cell];
      }
    }
    return Arrays.copyOf(pairs, length);
  }
}
