package org.plimsoll.driver.hbase;

import java.nio.ByteBuffer;
import org.plimsoll.api.Key;

/** The form in which a key becomes a row key in HBase. */
enum KeyForm {
  PLAIN,
  HASHED;

  private static final int HASH_BYTES = 2;
  private static final int HASHES = 1 << (8 * HASH_BYTES);

  /** Returns the row key as a new array. */
  byte[] of(Key key) {
    byte[] bytes = key.bytes();
    if (this == PLAIN) {
      return bytes.clone();
    }
    return ByteBuffer.allocate(HASH_BYTES + bytes.length)
        .putShort((short) (hash(bytes) >>> (Integer.SIZE - 8 * HASH_BYTES)))
        .put(bytes)
        .array();
  }

  /**
   * Computes FNV-1a followed by the last step of MurmurHash3, which makes the high bits depend on
   * the whole key.
   */
  private static int hash(byte[] bytes) {
    int hash = 0x811c_9dc5;
    for (byte each : bytes) {
      hash = (hash ^ (each & 0xff)) * 0x0100_0193;
    }
    hash = (hash ^ (hash >>> 16)) * 0x85eb_ca6b;
    hash = (hash ^ (hash >>> 13)) * 0xc2b2_ae35;
    return hash ^ (hash >>> 16);
  }

  /**
   * Returns the first row keys of all regions except the first. Each region has an equal share of
   * the hashes.
   */
  static byte[][] splits(int regions) {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      int first = (int) ((long) HASHES * i / regions);
      splits[i - 1] = ByteBuffer.allocate(HASH_BYTES).putShort((short) first).array();
    }
    return splits;
  }
}
