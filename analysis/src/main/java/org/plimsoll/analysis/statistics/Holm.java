package org.plimsoll.analysis.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Several tests as a family: probabilities that are adjusted so that the chance of even one false
 * alarm among all of them stays below the level (Holm, <em>A simple sequentially rejective multiple
 * test procedure</em>, Scandinavian Journal of Statistics 6, 1979). The smallest of m is taken m
 * times, the next m−1 times and so on, and none is smaller than the one before it.
 */
public final class Holm {
  private Holm() {}

  /** The adjusted probabilities, in the order of those given. */
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
