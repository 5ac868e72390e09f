package org.plimsoll.api.text;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** A stream that fails when more bytes are read than expected, instead of filling the memory. */
public final class BoundedStream extends FilterInputStream {
  private final Supplier<? extends IOException> tooLong;
  private long left;

  /**
   * Creates a bounded stream.
   *
   * @param maxBytes maximum number of bytes that can be read
   * @param tooLong creates the exception that a longer stream throws
   */
  public BoundedStream(InputStream in, long maxBytes, Supplier<? extends IOException> tooLong) {
    super(in);
    this.left = maxBytes;
    this.tooLong = tooLong;
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    count(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int bytes) throws IOException {
    left -= bytes;
    if (left < 0) {
      throw tooLong.get();
    }
  }
}
