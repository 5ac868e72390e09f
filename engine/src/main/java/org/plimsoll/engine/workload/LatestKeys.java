package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.api.sampling.ZipfianRanks;

/**
 * The r-th newest of the n keys that surely exist with the weight 1 / r^θ. The newest is the last
 * one below which every insert has ended, so that none is asked for before it was acknowledged.
 *
 * <p>As n grows with each insert, ranks are drawn from up to twice as many, and drawn again when
 * they are beyond n: the rest has the same weights. Another sampler is made when n has doubled.
 */
final class LatestKeys implements KeyDistribution {
  private final KeySequence inserted;
  private final double exponent;
  private volatile Ranks ranks;

  private record Ranks(ZipfianRanks zipfian, long count) {}

  LatestKeys(KeySequence inserted, double exponent) {
    this.inserted = inserted;
    this.exponent = exponent;
    this.ranks = ranksOf(inserted.existing());
  }

  private Ranks ranksOf(long keys) {
    long count = keys > 1L << 61 ? Long.MAX_VALUE : Math.max(1, keys) * 2;
    return new Ranks(new ZipfianRanks(count, exponent), count);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    long existing = inserted.existing();
    Ranks now = ranks;
    if (existing > now.count || existing < now.count / 8) { // fewer when old holes are forgotten
      now = ranksOf(existing);
      ranks = now;
    }
    while (true) {
      long position = inserted.newest(now.zipfian.next(random));
      if (position >= 0) {
        return position;
      }
    }
  }
}
