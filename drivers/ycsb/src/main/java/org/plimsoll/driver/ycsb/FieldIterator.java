package org.plimsoll.driver.ycsb;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import site.ycsb.ByteIterator;

/**
 * The bytes of one field. They can be read again after {@link #reset}, for example when a binding
 * retries.
 */
final class FieldIterator extends ByteIterator {
  private final byte[] bytes;
  private final int from;
  private final int to;
  private int at;

  FieldIterator(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.from = from;
    this.to = from + length;
    this.at = from;
  }

  @Override
  public boolean hasNext() {
    return at < to;
  }

  @Override
  public byte nextByte() {
    return bytes[at++];
  }

  @Override
  public int nextBuf(byte[] target, int offset) {
    int count = Math.min(target.length - offset, to - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }

  @Override
  public long bytesLeft() {
    return (long) to - at;
  }

  @Override
  public void reset() {
    at = from;
  }

  @Override
  public byte[] toArray() {
    byte[] copy = Arrays.copyOfRange(bytes, at, to);
    at = to;
    return copy;
  }

  /**
   * Returns one character for each byte. Bindings that convert it to text also convert it back to
   * bytes.
   */
  @Override
  public String toString() {
    String text = new String(bytes, at, to - at, StandardCharsets.ISO_8859_1);
    at = to;
    return text;
  }
}
