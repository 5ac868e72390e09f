package org.plimsoll.api;

import java.util.Arrays;

/** The fields of a row to write. Their values are adjacent in one buffer. */
public interface Row {
  int fieldCount();

  /** Returns the name of field {@code index}; all rows of a run share the same name objects. */
  String fieldName(int index);

  /** Returns the array that holds all values; the first field may start at any offset. */
  byte[] buffer();

  /** Returns the offset of the value of field {@code index} in {@link #buffer}. */
  int offset(int index);

  /** Returns the length of the value of field {@code index} in bytes, ≥ 0. */
  int length(int index);

  /**
   * Returns true if the row contains only some fields. An update must leave the other fields
   * unchanged. This requires a driver that {@linkplain Driver.Capability#UPDATES_FIELDS updates
   * fields} and a user who enables it.
   */
  default boolean isPartial() {
    return false;
  }

  /**
   * Returns a copy of the value of field {@code index}, for clients that need an array of their
   * own.
   */
  default byte[] copy(int index) {
    return Arrays.copyOfRange(buffer(), offset(index), offset(index) + length(index));
  }

  /**
   * Returns the index of the field with a name; −1 if the row has no such field.
   *
   * @param guess the index that is tried first
   */
  default int indexOf(String name, int guess) {
    if (guess >= 0 && guess < fieldCount() && fieldName(guess).equals(name)) {
      return guess;
    }
    for (int i = 0; i < fieldCount(); i++) {
      if (fieldName(i).equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of bytes of all values. */
  default long totalBytes() {
    long bytes = 0;
    for (int i = 0; i < fieldCount(); i++) {
      bytes += length(i);
    }
    return bytes;
  }
}
