package org.plimsoll.api.embedded;

import java.util.Arrays;

/** The value that a read has found: an array of the store, or this object's reused buffer. */
public final class FoundValue {
  private static final int INITIAL_BUFFER_BYTES = 4096;

  private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];
  private byte[] bytes = buffer;
  private int length;

  /** Creates an object without a value. */
  public FoundValue() {}

  /** Sets the value to a whole array, which must not change until the operation has completed. */
  public void set(byte[] value) {
    bytes = value;
    length = value.length;
  }

  /**
   * Sets the value to the start of the buffer, to which the caller copies it.
   *
   * @return the buffer, with at least {@code valueLength} bytes
   */
  public byte[] buffer(int valueLength) {
    if (valueLength > buffer.length) {
      buffer = new byte[Math.max(valueLength, 2 * buffer.length)];
    }
    bytes = buffer;
    length = valueLength;
    return buffer;
  }

  /** Returns the buffer. It is as long as the longest value for which it has room. */
  public byte[] buffer() {
    return buffer;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }
}
