package org.plimsoll.driver.jdbc;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Asks for bytes until there are some, or until its patience ends, and then waits for them. */
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

  /** Lets other threads go first, as there may be more sessions than processors. */
  @SuppressWarnings("ThreadPriorityCheck") // right without it, if slower
  private void poll() throws IOException {
    long beginNanos = nanoTime.getAsLong();
    while (source.available() == 0 && nanoTime.getAsLong() - beginNanos < patienceNanos) {
      Thread.yield();
    }
  }
}
