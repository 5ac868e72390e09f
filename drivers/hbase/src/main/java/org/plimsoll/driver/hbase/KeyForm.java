package org.plimsoll.driver.hbase;

import org.plimsoll.api.Key;

/** How a key becomes the row key of HBase. */
enum KeyForm {
  PLAIN,
  HASHED;

  private static final int HASH_BYTES = 2;
  private static final int HASHES = 1 << (8 * HASH_BYTES);

  /** The row key, which belongs to the caller. */
  byte[] of(Key key) {
    byte[] bytes = key.bytes();
    if (this == PLAIN) {
      return bytes.clone();
    }
    byte[] row = new byte[HASH_BYTES + bytes.length];
    putHash(hash(bytes) >>> (Integer.SIZE - 8 * HASH_BYTES), row);
    System.arraycopy(bytes, 0, row, HASH_BYTES, bytes.length);
    return row;
  }

  /** FNV-1a, whose high bits MurmurHash3's last step makes depend on all of the key. */
  private static int hash(byte[] bytes) {
    int hash = 0x811c_9dc5;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * 0x0100_0193;
    }
    hash = (hash ^ (hash >>> 16)) * 0x85eb_ca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2_ae35;
    return hash ^ (hash >>> 16);
  }

  /** The first row keys of all regions but the first, with equal shares of the hashes. */
  static byte[][] splits(int regions) {
    byte[][] splits = new byte[regions - 1][HASH_BYTES];
    for (int i = 1; i < regions; i++) {
      putHash((int) ((long) HASHES * i / regions), splits[i - 1]);
    }
    return splits;
  }

  private static void putHash(int hash, byte[] to) {
    to[0] = (byte) (hash >>> 8);
    to[1] = (byte) hash;
  }
}
