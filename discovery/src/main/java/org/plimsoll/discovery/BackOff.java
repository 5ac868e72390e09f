package org.plimsoll.discovery;

import java.util.concurrent.TimeUnit;
import org.plimsoll.engine.clock.Polled;

/**
 * A source that is read at once the first time, and then at the interval of the original source.
 * After a failure it is read again after 1 s, and then after twice the previous wait, up to one
 * minute.
 */
final class BackOff<T> implements Polled<T> {
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Polled<T> place;
  private long failedNanos;
  private boolean isKnown;

  BackOff(Polled<T> place) {
    this.place = place;
  }

  @Override
  public T read() throws Exception {
    long beforeNanos = failedNanos;
    failedNanos = beforeNanos == 0 ? FIRST_NANOS : Math.min(2 * beforeNanos, MOST_NANOS);
    T found = place.read();
    failedNanos = 0;
    isKnown = true;
    return found;
  }

  @Override
  public long waitNanos() {
    return failedNanos > 0 ? failedNanos : isKnown ? place.waitNanos() : 0;
  }

  @Override
  public void watch(Runnable changed) {
    place.watch(changed);
  }

  @Override
  public void end() {
    place.end();
  }

  @Override
  public void close() {
    place.close();
  }
}
