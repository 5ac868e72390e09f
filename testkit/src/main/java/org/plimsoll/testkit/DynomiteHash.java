package org.plimsoll.testkit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Dynomite's default hash of keys. It is implemented independently of the driver, in order to check
 * it.
 */
final class DynomiteHash {
  private static final long MASK = 0xffffffffL;
  private static final long MULTIPLIER = 0x5bd1e995L;

  private DynomiteHash() {}

  static long of(byte[] key) {
    ByteBuffer left = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    long hash = ((0xdeadbeefL * key.length) & MASK) ^ key.length;
    while (left.remaining() >= Integer.BYTES) {
      long block = (left.getInt() & MASK) * MULTIPLIER & MASK;
      block = (block ^ block >>> 24) * MULTIPLIER & MASK;
      hash = (hash * MULTIPLIER & MASK) ^ block;
    }
    if (left.hasRemaining()) {
      for (int shift = 0; left.hasRemaining(); shift += Byte.SIZE) {
        hash ^= (left.get() & 0xffL) << shift;
      }
      hash = hash * MULTIPLIER & MASK;
    }
    hash = (hash ^ hash >>> 13) * MULTIPLIER & MASK;
    return hash ^ hash >>> 15;
  }
}
