package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.api.ZipfianRanks;

/**
 * The r-th newest of the n keys that surely exist with the weight 1 / r^θ. The newest is the last
 * one below which every insert has ended, so that none is asked for before it was acknowledged.
 *
 * <p>As n grows with each insert, ranks are drawn from up to twice as many, and drawn again when
 * they are beyond n: the rest has the same weights. Another sampler is made when n has doubled. A
 * rank that falls on a hole, where an insert has failed, is drawn again too.
 */
final class LatestKeys implements KeyDistribution {
  /** Holes in a row that are believed; behind an outage that failed every insert, say. */
  private static final int TRIES = 1_000;

  private final KeySequence inserted;
  private final double exponent;
  private volatile Ranks ranks;

  private record Ranks(ZipfianRanks zipfian, long count) {}

  LatestKeys(KeySequence inserted, double exponent) {
    this.inserted = inserted;
    this.exponent = exponent;
    this.ranks = ranksOf(inserted.end());
  }

  private Ranks ranksOf(long keys) {
    long count = keys > 1L << 61 ? Long.MAX_VALUE : Math.max(1, keys) * 2;
    return new Ranks(new ZipfianRanks(count, exponent), count);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    // In this order: the end is never before the start.
    long start = inserted.start();
    long end = inserted.end();
    Ranks now = ranks;
    if (end - start > now.count) {
      now = ranksOf(end);
      ranks = now;
    }
    for (int tries = 0; tries < TRIES; ) {
      long rank = now.zipfian.next(random);
      if (rank < end - start) {
        long position = end - 1 - rank;
        if (!inserted.isHole(position)) {
          return position;
        }
        tries++;
      }
    }
    return random.nextLong(Math.max(1, inserted.initial()));
  }
}
