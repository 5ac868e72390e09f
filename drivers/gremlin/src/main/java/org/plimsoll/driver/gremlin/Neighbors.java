package org.plimsoll.driver.gremlin;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Distribution;

/**
 * Draws the target vertices of edges, which have smaller numbers than the source vertices.
 *
 * <p>With skew θ, the number x of the target vertex of an edge from n has the density (1 − θ)
 * x^(−θ) / n^(1 − θ) on [0, n). Its distribution function is (x / n)^(1 − θ), so by inversion x = n
 * U^(1 / (1 − θ)). Integrated over all n, the expected degree of x falls as x^(−θ): the degrees
 * have a power law with exponent 1 + 1 / θ, and the oldest vertices are supernodes.
 */
final class Neighbors {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final Distribution edges;
  private final long seed;
  private final AtomicLong drawn = new AtomicLong();

  Neighbors(Distribution edges, long seed) {
    this.edges = edges;
    this.seed = seed;
  }

  /**
   * Returns the numbers of the vertices to which a new vertex is linked. The result is always the
   * same for the same number.
   */
  List<Long> ofNew(long number, double skew) {
    if (number == 0 || edges.maximum() == 0) {
      return List.of();
    }
    RandomGenerator random = new SplittableRandom(seed ^ (number * GOLDEN));
    long count = Math.min(edges.sample(random), number);
    List<Long> ends = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      ends.add(end(random, number, skew));
    }
    return ends;
  }

  /** Returns the number of the target vertex of one more edge. */
  long another(long number, double skew) {
    long draw = drawn.getAndIncrement();
    return end(new SplittableRandom(seed + draw * GOLDEN), Math.max(1, number), skew);
  }

  private static long end(RandomGenerator random, long below, double skew) {
    double share = Math.pow(random.nextDouble(), 1 / (1 - skew));
    return Math.min(below - 1, (long) (share * below));
  }
}
