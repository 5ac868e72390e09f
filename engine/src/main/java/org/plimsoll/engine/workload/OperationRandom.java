package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * The random numbers of one operation: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), seeded from
 * (seed, index). Each operation needs its own seed, and no library generator can be seeded again
 * without creating an object.
 *
 * <p>The start is the finalizer of {@code seed + index × γ}, so that the sequences of neighboring
 * indexes are not shifted copies of each other. With one seed, different indexes have different
 * starts. Not thread-safe.
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

  /** Returns the identity of the sequence, which is unique among the indexes of a seed. */
  long origin() {
    return origin;
  }

  /**
   * Stafford's thirteenth finalizer: a bijection in which every output bit depends on every input
   * bit.
   */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
