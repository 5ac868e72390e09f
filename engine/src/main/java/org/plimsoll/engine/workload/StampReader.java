package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.plimsoll.api.Outcome;

/**
 * Looks at the rows that one read found, and says which write each of them is. It reads the first
 * field of a row alone, which carries the stamp. Used again and again without allocating; belongs
 * to one thread at a time.
 */
public final class StampReader implements Outcome.FieldVisitor {
  /** The shortest value that has room for a stamp. */
  public static final int MINIMUM_VALUE_BYTES = ValueLayout.STAMPED_HEADER_BYTES;

  /** What is known of a row. */
  public enum Kind {
    /** No first field was shown: there is no row, or it was not handed over. */
    NONE,
    /** A value that carries no stamp: written by another kind of run, or by somebody else. */
    UNSTAMPED,
    /** A value with a whole stamp. */
    STAMPED,
    /** A value with a stamp that is damaged. */
    DAMAGED
  }

  private static final String FIRST_FIELD = "field0";

  private final CRC32C crc = new CRC32C();
  private Kind[] kinds = {};
  private int[] runs = {};
  private long[] writes = {};
  private long[] intendedNanos = {};

  /** Forgets what it saw, and makes room for an operation of so many items. */
  public void start(int items) {
    if (kinds.length < items) {
      kinds = new Kind[items];
      runs = new int[items];
      writes = new long[items];
      intendedNanos = new long[items];
    }
    Arrays.fill(kinds, 0, items, Kind.NONE);
  }

  @Override
  public void field(int item, String name, byte[] bytes, int offset, int length) {
    if (!name.isEmpty() && !name.equals(FIRST_FIELD)) {
      return;
    }
    if (!ValueLayout.isStamped(bytes, offset, length)) {
      kinds[item] = Kind.UNSTAMPED;
    } else if (!ValueLayout.isStampWhole(bytes, offset, crc)) {
      kinds[item] = Kind.DAMAGED;
    } else {
      kinds[item] = Kind.STAMPED;
      runs[item] = ValueLayout.runOf(bytes, offset);
      writes[item] = ValueLayout.writeOf(bytes, offset);
      intendedNanos[item] = ValueLayout.intendedNanosOf(bytes, offset);
    }
  }

  /** What is known of an item's row. */
  public Kind kind(int item) {
    return kinds[item];
  }

  /** The run, or generator, that wrote a stamped row. */
  public int run(int item) {
    return runs[item];
  }

  /** The write that made a stamped row, within its run. */
  public long write(int item) {
    return writes[item];
  }

  /** When that write was meant to start, since 1970. */
  public long intendedNanos(int item) {
    return intendedNanos[item];
  }
}
