package org.plimsoll.driver.cassandrathrift;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes the tokens of row keys as the server's partitioners do.
 *
 * @see <a
 *     href="https://cassandra.apache.org/doc/3.11/cassandra/configuration/cassandra_config_file.html#partitioner">
 *     Partitioners</a>
 */
final class Tokens {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;
  private static final int BLOCK_BYTES = 16;

  private Tokens() {}

  /**
   * Computes the token of {@code Murmur3Partitioner}: the first half of MurmurHash3 x64 128 with
   * the seed 0. Unlike the original, the server extends the sign of each byte after the last whole
   * block. {@link Long#MIN_VALUE} is not a token.
   */
  static long murmur3(ByteBuffer key) {
    int length = key.remaining();
    if (length == 0) {
      return Long.MIN_VALUE;
    }
    byte[] bytes = key.array();
    int offset = key.arrayOffset() + key.position();
    long h1 = 0;
    long h2 = 0;
    int blocks = length / BLOCK_BYTES;
    for (int i = 0; i < blocks; i++) {
      int at = offset + i * BLOCK_BYTES;
      h1 ^= mixedFirst((long) LONGS.get(bytes, at));
      h1 = Long.rotateLeft(h1, 27) + h2;
      h1 = h1 * 5 + 0x52dce729;
      h2 ^= mixedSecond((long) LONGS.get(bytes, at + Long.BYTES));
      h2 = Long.rotateLeft(h2, 31) + h1;
      h2 = h2 * 5 + 0x38495ab5;
    }
    int tail = offset + blocks * BLOCK_BYTES;
    h1 ^= mixedFirst(signed(bytes, tail, Math.min(Long.BYTES, length % BLOCK_BYTES)));
    h2 ^= mixedSecond(signed(bytes, tail + Long.BYTES, length % BLOCK_BYTES - Long.BYTES));
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    long token = finished(h1) + finished(h2);
    return token == Long.MIN_VALUE ? Long.MAX_VALUE : token;
  }

  private static long mixedFirst(long block) {
    return Long.rotateLeft(block * C1, 31) * C2;
  }

  private static long mixedSecond(long block) {
    return Long.rotateLeft(block * C2, 33) * C1;
  }

  /** Reads up to eight bytes, little-endian. Each byte counts as signed. */
  private static long signed(byte[] bytes, int offset, int count) {
    long all = 0;
    for (int i = 0; i < count; i++) {
      all ^= (long) bytes[offset + i] << (i * Byte.SIZE);
    }
    return all;
  }

  private static long finished(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  /** Computes the token of {@code RandomPartitioner}: the absolute value of the MD5 of the key. */
  static BigInteger random(ByteBuffer key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(key.duplicate());
      return new BigInteger(digest.digest()).abs();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
