package org.plimsoll.engine.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The layout of a value's bytes: a header, and a body with the requested entropy. From the header,
 * a later reader with any seed can determine the key and field of the value, and whether it is
 * undamaged. Numbers are little-endian.
 *
 * <table>
 * <caption>Contents of a value of n bytes</caption>
 * <tr><th>n</th><th>bytes</th><th>detects</th></tr>
 * <tr><td>48 and more, stamped</td><td>the 24 bytes of the next line, then the stamp: 4 CRC32C of
 * the version and of the rest of the stamp, 4 run, 8 write, 8 intended start; then body</td><td>
 * also the write, its run and its intended start</td></tr>
 * <tr><td>24 and more</td><td>4 CRC32C of the following bytes, 2 field, 2 fields of the row (0:
 * written separately, in an update of some fields), 8 key, 8 version, body</td><td>a value of
 * another key or field, a damaged, mixed or old value</td></tr>
 * <tr><td>8 to 23</td><td>4 CRC32C of the following bytes, 4 hash of key and field, body</td><td>
 * a value of another key or field, a damaged value</td></tr>
 * <tr><td>1 to 7</td><td>the start of a hash of key and field</td><td>
 * that the value is wrong, but not whether it is damaged or of another key</td></tr>
 * <tr><td>0</td><td></td><td>nothing</td></tr>
 * </table>
 *
 * <p>The checksum is always present, so that a later run can verify this run's values. It takes
 * half of the time to write a value of 1,000 bytes. It misses 1 in 2^32 damaged values.
 *
 * <p>The stamp is set when the write is sent, long after the value was created. It therefore has
 * its own checksum, and the first checksum excludes it. Only the first field of a row has a stamp,
 * marked by the highest bit of the number of fields. Values of earlier versions, which never set
 * that bit, remain readable.
 *
 * <p>The body is taken from a fixed block of noise at a random offset. Each word is xored with a
 * random one. No two bodies therefore share a string that a compressor could find. For
 * compressibility, each section of 256 bytes ends with the requested share of equal bytes.
 */
final class ValueLayout {
  static final int FULL_HEADER_BYTES = 24;
  static final int STAMPED_HEADER_BYTES = 48;
  static final int SHORT_HEADER_BYTES = 8;
  static final int MAXIMUM_FIELDS = 0x7fff;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FIELD_OFFSET = 4;
  private static final int KEY_OFFSET = 8;
  private static final int VERSION_OFFSET = 16;
  private static final int STAMP_OFFSET = 24;
  private static final int RUN_OFFSET = 28;
  private static final int WRITE_OFFSET = 32;
  private static final int INTENDED_OFFSET = 40;
  private static final int STAMPED = 1 << 31;

  private static final int NOISE_BYTES = 1 << 15;

  /** Block size: a longer body consists of blocks, each with its own noise offset and word. */
  private static final int BLOCK_BYTES = 1 << 12;

  private static final int STRETCH_BYTES = 256;
  private static final byte[] NOISE = noise();

  private ValueLayout() {}

  /**
   * Writes a value. Up to 7 bytes after it may be overwritten and must be in the array.
   *
   * @param fields number of fields that the row is written with; 0 for an update of some fields
   * @param version the write that the value belongs to
   * @param stamped whether to reserve a stamp; needs at least 48 bytes
   * @param content random number that determines the body
   * @param compressibility share of the bytes that repeat
   */
  static void write(
      byte[] target,
      int offset,
      int length,
      long key,
      int field,
      int fields,
      long version,
      boolean stamped,
      long content,
      double compressibility,
      CRC32C crc) {
    if (length < SHORT_HEADER_BYTES) {
      if (length > 0) {
        LONGS.set(target, offset, tag(key, field));
      }
      return;
    }
    int header;
    if (length >= FULL_HEADER_BYTES) {
      boolean stamps = stamped && length >= STAMPED_HEADER_BYTES;
      header = stamps ? STAMPED_HEADER_BYTES : FULL_HEADER_BYTES;
      INTS.set(target, offset + FIELD_OFFSET, field | fields << 16 | (stamps ? STAMPED : 0));
      LONGS.set(target, offset + KEY_OFFSET, key);
      LONGS.set(target, offset + VERSION_OFFSET, version);
    } else {
      header = SHORT_HEADER_BYTES;
      INTS.set(target, offset + FIELD_OFFSET, (int) tag(key, field));
    }
    writeBody(target, offset + header, length - header, content);
    if (compressibility > 0) {
      int repeats = (int) Math.min(length - header, Math.round(length * compressibility));
      writeRepeats(target, offset + header, length - header, repeats, (byte) content);
    }
    INTS.set(target, offset, checksum(target, offset, length, crc));
    if (header == STAMPED_HEADER_BYTES) {
      stamp(target, offset, 0, 0, 0, crc);
    }
  }

  /**
   * Sets the stamp of a value with a reserved stamp.
   *
   * @param run number of the run or generator that writes
   * @param write number of the write within the run
   * @param intendedNanos intended start, since 1970
   */
  static void stamp(
      byte[] target, int offset, int run, long write, long intendedNanos, CRC32C crc) {
    INTS.set(target, offset + RUN_OFFSET, run);
    LONGS.set(target, offset + WRITE_OFFSET, write);
    LONGS.set(target, offset + INTENDED_OFFSET, intendedNanos);
    INTS.set(target, offset + STAMP_OFFSET, stampChecksum(target, offset, crc));
  }

  private static void writeBody(byte[] target, int offset, int length, long content) {
    for (int block = 0; block < length; block += BLOCK_BYTES) {
      long word = OperationRandom.mix(content ^ OperationRandom.mix(block));
      int from = (int) (word >>> 40) & (NOISE_BYTES - 1) & -Long.BYTES;
      int bytes = Math.min(BLOCK_BYTES, length - block);
      for (int i = 0; i < bytes; i += Long.BYTES) {
        LONGS.set(target, offset + block + i, (long) LONGS.get(NOISE, from + i) ^ word);
      }
    }
  }

  /** Distributes the repeated bytes over the sections in proportion to their lengths. */
  private static void writeRepeats(
      byte[] target, int offset, int length, int repeats, byte repeated) {
    long written = 0;
    for (int start = 0; start < length; start += STRETCH_BYTES) {
      int end = Math.min(start + STRETCH_BYTES, length);
      long due = (long) repeats * end / length;
      Arrays.fill(target, offset + end - (int) (due - written), offset + end, repeated);
      written = due;
    }
  }

  private static int checksum(byte[] bytes, int offset, int length, CRC32C crc) {
    crc.reset();
    if (isStamped(bytes, offset, length)) {
      crc.update(bytes, offset + FIELD_OFFSET, STAMP_OFFSET - FIELD_OFFSET);
      crc.update(bytes, offset + STAMPED_HEADER_BYTES, length - STAMPED_HEADER_BYTES);
    } else {
      crc.update(bytes, offset + FIELD_OFFSET, length - FIELD_OFFSET);
    }
    return (int) crc.getValue();
  }

  private static int stampChecksum(byte[] bytes, int offset, CRC32C crc) {
    crc.reset();
    crc.update(bytes, offset + VERSION_OFFSET, Long.BYTES);
    crc.update(bytes, offset + RUN_OFFSET, STAMPED_HEADER_BYTES - RUN_OFFSET);
    return (int) crc.getValue();
  }

  /** Whether a value has a stamp, provided that it is whole. */
  static boolean isStamped(byte[] bytes, int offset, int length) {
    return length >= STAMPED_HEADER_BYTES && (int) INTS.get(bytes, offset + FIELD_OFFSET) < 0;
  }

  /** Whether a value's stamp is undamaged and belongs to the value's version. */
  static boolean isStampWhole(byte[] bytes, int offset, CRC32C crc) {
    return (int) INTS.get(bytes, offset + STAMP_OFFSET) == stampChecksum(bytes, offset, crc);
  }

  /** Returns the number of the run that wrote a stamped value. */
  static int runOf(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset + RUN_OFFSET);
  }

  /** Returns the number, within its run, of the write of a stamped value. */
  static long writeOf(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset + WRITE_OFFSET);
  }

  /** Returns the intended start of a stamped value's write, since 1970. */
  static long intendedNanosOf(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset + INTENDED_OFFSET);
  }

  /** Whether a value is undamaged. Not defined for values below 8 bytes. */
  static boolean isWhole(byte[] bytes, int offset, int length, CRC32C crc) {
    if (length < SHORT_HEADER_BYTES) {
      return true;
    }
    return (int) INTS.get(bytes, offset) == checksum(bytes, offset, length, crc)
        && (!isStamped(bytes, offset, length) || isStampWhole(bytes, offset, crc));
  }

  /** Whether an undamaged value was written for this key and field. */
  static boolean belongsTo(byte[] bytes, int offset, int length, long key, int field) {
    if (length >= FULL_HEADER_BYTES) {
      return keyOf(bytes, offset) == key && fieldOf(bytes, offset) == field;
    }
    long tag = tag(key, field);
    if (length >= SHORT_HEADER_BYTES) {
      return (int) INTS.get(bytes, offset + FIELD_OFFSET) == (int) tag;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[offset + i] != (byte) (tag >>> (i * Byte.SIZE))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the key of a value of at least 24 bytes. */
  static long keyOf(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset + KEY_OFFSET);
  }

  /** Returns the field of a value of at least 24 bytes. */
  static int fieldOf(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset + FIELD_OFFSET) & 0xffff;
  }

  /**
   * Returns the number of fields with which the row of a value was written; 0 if only some of its
   * fields were written. The value must have at least 24 bytes.
   */
  static int fieldsOf(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset + FIELD_OFFSET) >>> 16 & MAXIMUM_FIELDS;
  }

  /** Returns the version of the write of a value of at least 24 bytes. */
  static long versionOf(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset + VERSION_OFFSET);
  }

  private static long tag(long key, int field) {
    return OperationRandom.mix(OperationRandom.mix(key) + field);
  }

  private static byte[] noise() {
    byte[] noise = new byte[NOISE_BYTES + BLOCK_BYTES];
    OperationRandom random = new OperationRandom();
    random.seed(0, 0);
    for (int i = 0; i < noise.length; i += Long.BYTES) {
      LONGS.set(noise, i, random.nextLong());
    }
    return noise;
  }
}
