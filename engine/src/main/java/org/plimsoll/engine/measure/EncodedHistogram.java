package org.plimsoll.engine.measure;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/**
 * A histogram of three digits in the second form of HdrHistogram: a header, then for each place its
 * count, or how many places without one follow. Only the places with a count are looked at. A
 * histogram in memory has a place for each possible value, twenty times as many.
 */
final class EncodedHistogram {
  private static final int COOKIE = 0x1c849303 | 0x10;
  private static final int HEADER_BYTES = 40;
  private static final int DIGITS = 3;

  /** Places of one power of two, for three digits. */
  private static final int HALF = 1_024;

  private static final int HALF_BITS = 10;

  /** The places of a histogram of all long values. */
  private static final int PLACES_MAX = 54 * HALF;

  private static final int LAST_SHIFT = 56;

  private final ByteBuffer bytes;

  private EncodedHistogram(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads the header.
   *
   * @throws IOException when it is not that of such a histogram
   */
  static EncodedHistogram of(byte[] encoded) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(encoded);
    boolean fits =
        encoded.length >= HEADER_BYTES
            && bytes.getInt() == COOKIE
            && bytes.getInt() == encoded.length - HEADER_BYTES
            && bytes.getInt() == 0 // no offset of places
            && bytes.getInt() == DIGITS
            && bytes.getLong() == 1; // the lowest value
    if (!fits) {
      throw new IOException("a histogram must have three digits");
    }
    bytes.position(HEADER_BYTES);
    return new EncodedHistogram(bytes);
  }

  /** Adds the counts to a histogram. */
  void addTo(Histogram sum) throws IOException {
    try {
      long place = 0;
      while (bytes.hasRemaining()) {
        long count = next();
        if (count < 0) {
          place -= count;
        } else {
          if (place >= PLACES_MAX) {
            throw new IOException("a histogram has a place beyond the last one");
          }
          if (count > 0) {
            sum.recordValueWithCount(value(place), count);
          }
          place++;
        }
        if (place < 0 || place > PLACES_MAX) {
          throw new IOException("a histogram has a place beyond the last one");
        }
      }
    } catch (BufferUnderflowException e) {
      throw new IOException("a histogram ends too early", e);
    }
  }

  /** The lowest value of a place. */
  private static long value(long place) {
    long power = (place >> HALF_BITS) - 1;
    return power < 0 ? place : (place & (HALF - 1)) + HALF << power;
  }

  /** The next number: seven bits a byte, the lowest first; the ninth byte has eight. */
  private long next() {
    long bits = 0;
    for (int shift = 0; shift <= LAST_SHIFT; shift += 7) {
      long next = bytes.get();
      if (shift == LAST_SHIFT) {
        bits |= next << shift;
      } else {
        bits |= (next & 0x7f) << shift;
        if (next >= 0) {
          break;
        }
      }
    }
    return bits >>> 1 ^ -(bits & 1);
  }
}
