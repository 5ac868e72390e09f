package org.plimsoll.engine.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;

/**
 * Counts of recorded values since the start, in the buckets of an HdrHistogram with three
 * significant digits. A collector takes the difference to its last collection. Recording is
 * wait-free, and a plain addition with a single writer. Nothing is swapped, so writers need no
 * enter and exit protocol.
 *
 * <p>A value below 2,048 has its own bucket. Above, each octave {@code [2^k, 2^(k+1))} has 1,024
 * buckets of equal width: those of <a
 * href="https://hdrhistogram.github.io/HdrHistogram/">HdrHistogram</a> with a lowest discernible
 * value of 1. The buckets of an octave, 8 KiB, are allocated with its first value.
 */
final class ValueCounts {
  static final int DIGITS = 3;

  private static final int BUCKET_BITS = 10;
  private static final int BUCKETS = 1 << BUCKET_BITS;

  /** {@code [0, 1024)}, {@code [1024, 2048)}, and so on up to 2^63. */
  private static final int OCTAVES = Long.SIZE - BUCKET_BITS;

  private static final VarHandle OCTAVE = MethodHandles.arrayElementVarHandle(long[][].class);
  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final boolean exclusive;
  private final long[][] counts = new long[OCTAVES][];
  private final long[][] seen = new long[OCTAVES][];

  /** Creates counts for one writer or for several. */
  ValueCounts(boolean exclusive) {
    this.exclusive = exclusive;
  }

  /** Counts a value; a negative one counts as 0. */
  void record(long value) {
    long counted = Math.max(0, value);
    int shift =
        Long.SIZE - BUCKET_BITS - 1 - Long.numberOfLeadingZeros(counted | (2 * BUCKETS - 1));
    int bucket = (int) (counted >>> shift);
    int octave = shift + (bucket >>> BUCKET_BITS);
    bucket &= BUCKETS - 1;
    long[] its = (long[]) OCTAVE.getAcquire(counts, octave);
    if (its == null) {
      its = begun(octave);
    }
    if (exclusive) {
      COUNT.setRelease(its, bucket, its[bucket] + 1);
    } else {
      COUNT.getAndAdd(its, bucket, 1L);
    }
  }

  /** Adds the counts since the last call. Called by one thread at a time. */
  void collectInto(Histogram into) {
    // The highest values first, so that the histogram grows once instead of with each octave.
    for (int octave = OCTAVES - 1; octave >= 0; octave--) {
      long[] its = (long[]) OCTAVE.getAcquire(counts, octave);
      if (its != null) {
        if (seen[octave] == null) {
          seen[octave] = new long[BUCKETS];
        }
        collect(octave, its, seen[octave], into);
      }
    }
  }

  private static void collect(int octave, long[] its, long[] seen, Histogram into) {
    long lowest = octave == 0 ? 0 : BUCKETS;
    int shift = Math.max(0, octave - 1);
    for (int i = BUCKETS - 1; i >= 0; i--) {
      long count = (long) COUNT.getAcquire(its, i);
      if (count != seen[i]) {
        into.recordValueWithCount((lowest + i) << shift, count - seen[i]);
        seen[i] = count;
      }
    }
  }

  private long[] begun(int octave) {
    long[] fresh = new long[BUCKETS];
    long[] earlier = (long[]) OCTAVE.compareAndExchange(counts, octave, null, fresh);
    return earlier == null ? fresh : earlier;
  }
}
