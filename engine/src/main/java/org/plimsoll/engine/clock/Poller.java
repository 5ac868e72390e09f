package org.plimsoll.engine.clock;

import static org.plimsoll.engine.clock.Alarm.NEVER;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a place periodically, never twice at once, and passes on what it contains, or why it cannot
 * be read.
 */
public final class Poller<T> implements AutoCloseable {
  private final Polled<T> place;
  private final Consumer<? super T> reader;
  private final Consumer<? super Throwable> failed;
  private final Clock clock;
  private final Alarm alarm;
  private boolean closed;
  private boolean reading;

  /** Whether the place may have changed since the current read started. */
  private boolean stale;

  /**
   * Creates a poller, which starts with {@link #begin}.
   *
   * @param reader receives what is read
   * @param failed receives the exception that prevents a read, unless the poller is closed
   */
  public Poller(
      Polled<T> place,
      Consumer<? super T> reader,
      Consumer<? super Throwable> failed,
      Clock clock) {
    this.place = place;
    this.reader = reader;
    this.failed = failed;
    this.clock = clock;
    alarm =
        new Alarm(
            clock.housekeeping(),
            _ -> {
              ring();
              return NEVER;
            });
  }

  /** Starts to read when the place says so, for the first time after its wait. */
  public void begin() {
    if (!clock.isVirtual()) {
      place.watch(() -> alarm.arm(clock.nanoTime()));
    }
    alarm.arm(clock.nanoTime() + place.waitNanos());
  }

  private synchronized void ring() {
    if (closed) {
      return;
    }
    if (reading) {
      stale = true;
      return;
    }
    reading = true;
    stale = false;
    clock.runAside(this::read);
  }

  private void read() {
    try {
      reader.accept(place.read());
    } catch (Exception | LinkageError e) {
      tell(e);
    }
    synchronized (this) {
      reading = false;
      if (!closed) {
        alarm.arm(clock.nanoTime() + (stale ? 0 : place.waitNanos()));
      } else {
        place.close();
      }
    }
  }

  private synchronized void tell(Throwable e) {
    if (!closed) {
      failed.accept(e);
    }
  }

  /** The message of an exception, or its class if it has none. */
  public static String sentence(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (reading) {
      place.end();
    } else {
      place.close();
    }
  }
}
