package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.api.sampling.ZipfianRanks;

/**
 * Zipf's law by age: the r-th newest of the n existing keys has weight 1 / r^θ. The newest is the
 * last key below which all inserts have ended, so no key is requested before its acknowledgement.
 *
 * <p>Since n grows with each insert, ranks are drawn from up to 2n, and redrawn if they exceed n.
 * The remaining ranks keep their relative weights. A new sampler is created when n has doubled.
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
    // There are fewer existing keys after old holes were dropped.
    if (existing > now.count || existing < now.count / 8) {
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
