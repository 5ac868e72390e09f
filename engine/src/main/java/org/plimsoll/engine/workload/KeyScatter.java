package org.plimsoll.engine.workload;

/**
 * A bijection from popularity ranks to keys, both 0 to n - 1. Popular keys are not neighbors, and
 * each key has exactly one rank. A hash modulo n, in contrast, would reach only two thirds of the
 * keys.
 *
 * <p>Three rounds of add, multiply by an odd number and xor-shift permute the numbers below the
 * next power of two. A result of n or more is permuted again until it is below n (cycle walking),
 * fewer than two times on average.
 */
final class KeyScatter {
  private static final long MULTIPLIER_1 = 0xbf58476d1ce4e5b9L;
  private static final long MULTIPLIER_2 = 0x94d049bb133111ebL;
  private static final long MULTIPLIER_3 = 0xd6e8feb86659fd93L;

  private final long keys;
  private final long mask;
  private final int shift;
  private final long add1;
  private final long add2;
  private final long add3;

  /** Creates the permutation of {@code keys} numbers for a seed. */
  KeyScatter(long keys, long seed) {
    this.keys = keys;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(keys - 1);
    this.mask = bits == 0 ? 0 : -1L >>> (Long.SIZE - bits);
    // A shift by half the bits moves the well-mixed upper half to the lower half.
    this.shift = Math.max(1, (bits + 1) / 2);
    OperationRandom random = new OperationRandom();
    random.seed(seed, 0);
    this.add1 = random.nextLong();
    this.add2 = random.nextLong();
    this.add3 = random.nextLong();
  }

  /** Returns the key of a rank. */
  long key(long rank) {
    long key = rank;
    do {
      key = ((key + add1) * MULTIPLIER_1) & mask;
      key ^= key >>> shift;
      key = ((key + add2) * MULTIPLIER_2) & mask;
      key ^= key >>> shift;
      key = ((key + add3) * MULTIPLIER_3) & mask;
      key ^= key >>> shift;
    } while (key >= keys);
    return key;
  }
}
