package org.plimsoll.engine.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/**
 * A histogram with three significant digits in the V2 encoding of HdrHistogram. After a header it
 * has the count of each bucket, or the number of empty buckets that follow. Only buckets with a
 * count are read. A histogram in memory has a bucket for each possible value, twenty times as many.
 */
final class EncodedHistogram {
  private static final int COOKIE = 0x1c849303 | 0x10;
  private static final int HEADER_BYTES = 40;
  private static final int DIGITS = 3;

  /** Number of buckets for one power of two, with three significant digits. */
  private static final int HALF = 1_024;

  private static final int HALF_BITS = 10;

  /** Number of buckets for all long values. */
  private static final int PLACES_MAX = 54 * HALF;

  private static final int LAST_SHIFT = 56;
  private static final long LOW_BITS = 0x7f;

  private final byte[] bytes;
  private int at = HEADER_BYTES;

  private EncodedHistogram(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads the header.
   *
   * @throws IOException if the bytes do not encode such a histogram
   */
  static EncodedHistogram of(byte[] encoded) throws IOException {
    ByteBuffer header = ByteBuffer.wrap(encoded);
    boolean fits =
        encoded.length >= HEADER_BYTES
            && header.getInt() == COOKIE
            && header.getInt() == encoded.length - HEADER_BYTES
            && header.getInt() == 0 // no offset of buckets
            && header.getInt() == DIGITS
            && header.getLong() == 1; // the lowest value
    if (!fits) {
      throw new IOException("a histogram must have three digits");
    }
    return new EncodedHistogram(encoded);
  }

  /** Adds the counts to a histogram. */
  void addTo(Histogram sum) throws IOException {
    long place = 0;
    while (at < bytes.length) {
      long count = next();
      if (count < 0) {
        place -= count;
      } else {
        if (place >= PLACES_MAX) {
          throw new IOException("a histogram has a bucket index that is too large");
        }
        if (count > 0) {
          sum.recordValueWithCount(value(place), count);
        }
        place++;
      }
      if (place < 0 || place > PLACES_MAX) {
        throw new IOException("a histogram has a bucket index that is too large");
      }
    }
  }

  /** Returns the lowest value of a bucket. */
  private static long value(long place) {
    long power = (place >> HALF_BITS) - 1;
    return power < 0 ? place : ((place & (HALF - 1)) + HALF) << power;
  }

  /** Reads the next number: seven bits per byte, lowest first; the ninth byte has eight. */
  private long next() throws IOException {
    long bits = bytes[at++];
    if (bits < 0) {
      bits &= LOW_BITS;
      long next = -1;
      for (int shift = 7; next < 0 && shift <= LAST_SHIFT; shift += 7) {
        if (at == bytes.length) {
          throw new IOException("a histogram ends too early");
        }
        next = bytes[at++];
        long low = shift == LAST_SHIFT ? next : next & LOW_BITS;
        bits |= low << shift;
      }
    }
    return (bits >>> 1) ^ -(bits & 1);
  }
}
