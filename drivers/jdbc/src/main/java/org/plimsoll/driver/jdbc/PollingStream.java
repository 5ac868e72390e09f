package org.plimsoll.driver.jdbc;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** An input stream that polls until bytes arrive or a time limit ends, and then blocks. */
final class PollingStream extends FilterInputStream {
  private final InputStream source;
  private final long patienceNanos;
  private final LongSupplier nanoTime;

  PollingStream(InputStream source, Duration patience, LongSupplier nanoTime) {
    super(source);
    this.source = source;
    this.patienceNanos = patience.toNanos();
    this.nanoTime = nanoTime;
  }

  @Override
  public int read() throws IOException {
    poll();
    return source.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    poll();
    return source.read(bytes, offset, length);
  }

  /** Polls, and yields to other threads, because there may be more sessions than processors. */
  @SuppressWarnings("ThreadPriorityCheck") // correct without it, but slower
  private void poll() throws IOException {
    long beginNanos = nanoTime.getAsLong();
    while (source.available() == 0 && nanoTime.getAsLong() - beginNanos < patienceNanos) {
      Thread.yield();
    }
  }
}
