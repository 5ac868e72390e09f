package org.plimsoll.api.embedded;

import java.util.Arrays;

/** The value that a read has found: an array of the store, or this object's reused buffer. */
public final class FoundValue {
  private static final int INITIAL_BUFFER_BYTES = 4096;

  private byte[] buffer = new byte[INITIAL_BUFFER_BYTES];
  private byte[] bytes = buffer;
  private int length;

  /** No value yet. */
  public FoundValue() {}

  /** The value is a whole array, which is read until the operation has completed. */
  public void set(byte[] value) {
    bytes = value;
    length = value.length;
  }

  /**
   * The value is at the start of the buffer.
   *
   * @return the buffer to copy it to, with at least {@code valueLength} bytes
   */
  public byte[] buffer(int valueLength) {
    if (valueLength > buffer.length) {
      buffer = new byte[Math.max(valueLength, 2 * buffer.length)];
    }
    bytes = buffer;
    length = valueLength;
    return buffer;
  }

  /** The buffer as it is, whose length is the longest value that it holds. */
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
