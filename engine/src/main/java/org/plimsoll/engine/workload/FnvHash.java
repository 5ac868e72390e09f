package org.plimsoll.engine.workload;

import java.util.stream.LongStream;

/**
 * FNV-1a of 64 bits over the eight bytes of a number, the lowest first, without its sign: how YCSB
 * scatters keys, and the hash by which it names them.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">Fowler, Noll and Vo</a>
 */
final class FnvHash {
  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 1_099_511_628_211L;
  private static final long[] POWERS =
      LongStream.iterate(1, power -> power * PRIME).limit(Long.BYTES + 1).toArray();

  private FnvHash() {}

  /** At least 0 for all but one number in 2^64, where YCSB's is negative as well. */
  static long of(long number) {
    long hash = OFFSET;
    int bytes = 0;
    for (long rest = number; rest != 0; rest >>>= Byte.SIZE) {
      hash = (hash ^ (rest & 0xff)) * PRIME;
      bytes++;
    }
    // Bytes that are zero only multiply, which can be done at once.
    return Math.abs(hash * POWERS[Long.BYTES - bytes]);
  }
}
