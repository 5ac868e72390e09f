package org.plimsoll.engine.workload;

import java.util.Objects;
import org.plimsoll.api.Row;

/**
 * A row whose values are written in place, one after another. It grows to the size of the largest
 * row.
 */
final class RowBuffer implements Row {
  /** Extra bytes after a value, which is written in steps of 8 bytes. */
  static final int SLACK_BYTES = Long.BYTES;

  private String[] names = {};
  private int first;
  private int count;
  private boolean partial;
  private byte[] buffer = {};
  private int[] offsets = {};
  private int[] lengths = {};

  /** Starts a new row of the first {@code newCount} names; {@link #append} adds its values. */
  void start(String[] newNames, int newCount) {
    start(newNames, 0, newCount);
    partial = false;
  }

  /**
   * Starts a row of some fields, from {@code newFirst} on; after the last name the first one
   * follows.
   */
  void startPartial(String[] newNames, int newFirst, int newCount) {
    start(newNames, newFirst, newCount);
    partial = true;
  }

  private void start(String[] newNames, int newFirst, int newCount) {
    names = newNames;
    first = newFirst;
    count = newCount;
    if (offsets.length < newCount) {
      offsets = new int[newCount];
      lengths = new int[newCount];
    }
  }

  /** Reserves space for the next value and returns its offset. */
  int append(int index, long bytes) {
    int offset = index == 0 ? 0 : offsets[index - 1] + lengths[index - 1];
    int length = (int) Math.clamp(bytes, 0, Integer.MAX_VALUE - 2L * SLACK_BYTES - offset);
    offsets[index] = offset;
    lengths[index] = length;
    int needed = offset + length + SLACK_BYTES;
    if (buffer.length < needed) {
      // Grows by half, so that a row of many fields is not copied for each field.
      long ample = Math.max(needed, buffer.length * 3L / 2);
      byte[] grown = new byte[(int) Math.min(ample, Integer.MAX_VALUE - SLACK_BYTES)];
      System.arraycopy(buffer, 0, grown, 0, offset);
      buffer = grown;
    }
    return offset;
  }

  @Override
  public int fieldCount() {
    return count;
  }

  @Override
  public String fieldName(int index) {
    return names[field(Objects.checkIndex(index, count))];
  }

  /** Returns the number of the field at a position of the row. */
  int field(int index) {
    int field = first + index;
    return field < names.length ? field : field - names.length;
  }

  @Override
  public boolean isPartial() {
    return partial;
  }

  @Override
  public byte[] buffer() {
    return buffer;
  }

  @Override
  public int offset(int index) {
    return offsets[Objects.checkIndex(index, count)];
  }

  @Override
  public int length(int index) {
    return lengths[Objects.checkIndex(index, count)];
  }
}
