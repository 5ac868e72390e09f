package org.plimsoll.analysis.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Adjusts the p-values of a family of tests, so that the probability of any false alarm remains
 * below the level (Holm, <em>A simple sequentially rejective multiple test procedure</em>,
 * Scandinavian Journal of Statistics 6, 1979). The smallest of m p-values is multiplied by m, the
 * next one by m−1, and so on. None becomes smaller than the one before it.
 */
public final class Holm {
  private Holm() {}

  /** Returns the adjusted p-values, in the order given. */
  public static double[] adjusted(double[] probabilities) {
    int m = probabilities.length;
    int[] ascending =
        IntStream.range(0, m)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> probabilities[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[m];
    double least = 0;
    for (int rank = 0; rank < m; rank++) {
      int i = ascending[rank];
      least = Math.max(least, Math.min(1, (m - rank) * probabilities[i]));
      adjusted[i] = least;
    }
    return adjusted;
  }
}
