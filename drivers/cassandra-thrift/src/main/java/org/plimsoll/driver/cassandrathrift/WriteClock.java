package org.plimsoll.driver.cassandrathrift;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The timestamps of writes, in microseconds. Each write of a run has a different timestamp. If two
 * writes had the same one, the write with the larger value would win, instead of the later one.
 */
final class WriteClock {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;

  private final InstantSource source;
  private final AtomicLong last = new AtomicLong();

  WriteClock(InstantSource source) {
    this.source = source;
  }

  long next() {
    Instant now = source.instant();
    long micros = now.getEpochSecond() * MICROS_PER_SECOND + now.getNano() / NANOS_PER_MICRO;
    return last.updateAndGet(before -> Math.max(before + 1, micros));
  }
}
