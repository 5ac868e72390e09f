package org.plimsoll.driver.dynomite;

/**
 * Computes the position of a key on the ring: MurmurHash2 as in Dynomite's {@code hash: murmur},
 * over the whole key or its hash tag.
 */
final class KeyHash {
  private static final int MULTIPLIER = 0x5bd1e995;
  private static final int SHIFT = 24;
  private static final int START = 0xdeadbeef;
  private static final long UNSIGNED = 0xffffffffL;

  private final boolean tagged;
  private final byte open;
  private final byte close;

  /**
   * Creates a hash.
   *
   * @param tag the two characters around a hash tag, such as <code>{}</code>; empty for no hash
   *     tags
   */
  KeyHash(String tag) {
    tagged = !tag.isEmpty();
    open = tagged ? (byte) tag.charAt(0) : 0;
    close = tagged ? (byte) tag.charAt(1) : 0;
  }

  /** Returns the hash of a key, as an unsigned 32-bit number. */
  long of(byte[] key) {
    if (tagged) {
      int from = indexOf(key, open, 0);
      int to = from < 0 ? -1 : indexOf(key, close, from + 1);
      if (to >= 0) {
        return murmur(key, from + 1, to - from - 1);
      }
    }
    return murmur(key, 0, key.length);
  }

  private static int indexOf(byte[] key, byte wanted, int from) {
    for (int i = from; i < key.length; i++) {
      if (key[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static long murmur(byte[] bytes, int offset, int length) {
    // Dynomite mixes the length into the start value twice.
    int hash = (START * length) ^ length;
    int at = offset;
    int left = length;
    for (; left >= Integer.BYTES; left -= Integer.BYTES, at += Integer.BYTES) {
      int block =
          (bytes[at] & 0xff)
              | (bytes[at + 1] & 0xff) << 8
              | (bytes[at + 2] & 0xff) << 16
              | (bytes[at + 3] & 0xff) << 24;
      block *= MULTIPLIER;
      block ^= block >>> SHIFT;
      block *= MULTIPLIER;
      hash *= MULTIPLIER;
      hash ^= block;
    }
    for (int i = left - 1; i >= 0; i--) {
      hash ^= (bytes[at + i] & 0xff) << (8 * i);
    }
    if (left > 0) {
      hash *= MULTIPLIER;
    }
    hash ^= hash >>> 13;
    hash *= MULTIPLIER;
    hash ^= hash >>> 15;
    return hash & UNSIGNED;
  }
}
