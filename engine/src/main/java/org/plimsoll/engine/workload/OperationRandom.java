package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * The random numbers of one operation: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), started
 * afresh from (seed, index). It is our own because no library's generator can be seeded again
 * without a new object, and each operation starts with a seed of its own.
 *
 * <p>The start is the finalizer of {@code seed + index × γ}, so that the sequences of neighbouring
 * indexes are no shifted copies of each other. For one seed, different indexes have different
 * starts. Not safe for use by several threads.
 */
public final class OperationRandom implements RandomGenerator {
  /** 2^64 / φ, the increment of SplitMix64. */
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private long state;
  private long origin;

  /** Starts the sequence of operation {@code index}. */
  public void seed(long seed, long index) {
    origin = mix(seed + index * GAMMA);
    state = origin;
  }

  @Override
  public long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /** Names the sequence: different for all indexes of a seed. */
  long origin() {
    return origin;
  }

  /** Stafford's thirteenth finalizer: a bijection whose every output bit hangs on every input's. */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
