package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.plimsoll.api.Outcome;

/**
 * Identifies the write of each row that a read returned, by the stamp in the row's first field. It
 * can be reused without allocation, by one thread at a time.
 */
public final class StampReader implements Outcome.FieldVisitor {
  /** The minimum size of a value with a stamp. */
  public static final int MINIMUM_VALUE_BYTES = ValueLayout.STAMPED_HEADER_BYTES;

  /** The kinds of rows. */
  public enum Kind {
    /** No first field: there is no row, or the driver did not return it. */
    NONE,
    /**
     * A value without a stamp: written by a run without consistency checks, or by another program.
     */
    UNSTAMPED,
    /** A value with a valid stamp. */
    STAMPED,
    /** A value with a damaged stamp. */
    DAMAGED
  }

  private static final String FIRST_FIELD = "field0";

  private final CRC32C crc = new CRC32C();
  private Kind[] kinds = {};
  private int[] runs = {};
  private long[] writes = {};
  private long[] intendedNanos = {};

  /** Clears the reader and reserves space for an operation of {@code items} items. */
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

  /** Returns the kind of an item's row. */
  public Kind kind(int item) {
    return kinds[item];
  }

  /** Returns the number of the run or generator that wrote a stamped row. */
  public int run(int item) {
    return runs[item];
  }

  /** Returns the number, within its run, of the write of a stamped row. */
  public long write(int item) {
    return writes[item];
  }

  /** Returns the intended start of that write, in nanoseconds since 1970. */
  public long intendedNanos(int item) {
    return intendedNanos[item];
  }
}
