package org.plimsoll.engine.workload;

import java.util.stream.LongStream;

/**
 * The 64-bit FNV-1a hash of a number's eight bytes, lowest byte first, as an absolute value. YCSB
 * uses it to scatter and name keys.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">Fowler, Noll and Vo</a>
 */
final class FnvHash {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 1_099_511_628_211L;
  private static final long[] POWERS =
      LongStream.iterate(1, power -> power * PRIME).limit(Long.BYTES + 1).toArray();

  private FnvHash() {}

  /** Hashes a number. The result is at least 0, except for one number in 2^64, as in YCSB. */
  static long of(long number) {
    long hash = OFFSET;
    int bytes = 0;
    for (long rest = number; rest != 0; rest >>>= Byte.SIZE) {
      hash = (hash ^ (rest & 0xff)) * PRIME;
      bytes++;
    }
    // Zero bytes only multiply the hash, which is done in one step.
    return Math.abs(hash * POWERS[Long.BYTES - bytes]);
  }
}
