package org.plimsoll.server.history;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The cells of a latency heat map: eight to a doubling would be too fine, four are seen apart. */
final class Heat {
  private static final int CELLS_PER_DOUBLING = 4;
  private static final double FIRST_NANOS = 1_000;
  private static final int DOUBLINGS = 27;

  /** 1 µs to 134 s; what is shorter or longer is in the first or last cell. */
  private static final int CELLS = DOUBLINGS * CELLS_PER_DOUBLING;

  private Heat() {}

  /** The bounds of the cells, one more than there are cells. */
  static double[] edgesNanos() {
    double[] edges = new double[CELLS + 1];
    for (int i = 0; i <= CELLS; i++) {
      edges[i] = FIRST_NANOS * Math.pow(2, (double) i / CELLS_PER_DOUBLING);
    }
    return edges;
  }

  /** Pairs of a cell and how many values are in it. */
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
