package org.plimsoll.api;

import java.util.Arrays;

/** The fields of a row that is to be written, side by side in one buffer. */
public interface Row {
  int fieldCount();

  /** The name of field {@code index}; the same objects for every row of a run. */
  String fieldName(int index);

  /** The array that holds all values; the first field may start anywhere in it. */
  byte[] buffer();

  /** Where the value of field {@code index} starts in {@link #buffer}. */
  int offset(int index);

  /** How many bytes the value of field {@code index} has; 0 is allowed. */
  int length(int index);

  /**
   * Whether these are some of a row's fields, and the others stay as they are: of an update, where
   * the driver {@linkplain Driver.Capability#UPDATES_FIELDS can do that} and the user wants it.
   */
  default boolean isPartial() {
    return false;
  }

  /** A copy of the value of field {@code index}, for clients that take whole arrays only. */
  default byte[] copy(int index) {
    return Arrays.copyOfRange(buffer(), offset(index), offset(index) + length(index));
  }

  /** Bytes of all values together. */
  default long totalBytes() {
    long bytes = 0;
    for (int i = 0; i < fieldCount(); i++) {
      bytes += length(i);
    }
    return bytes;
  }
}
