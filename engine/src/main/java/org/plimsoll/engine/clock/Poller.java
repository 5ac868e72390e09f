package org.plimsoll.engine.clock;

import static org.plimsoll.engine.clock.Alarm.NEVER;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source periodically, one read at a time, and passes on its content or the reason why it
 * cannot be read.
 */
public final class Poller<T> implements AutoCloseable {
  private final Polled<T> place;
  private final Consumer<? super T> reader;
  private final Consumer<? super Throwable> failed;
  private final Clock clock;
  private final Alarm alarm;
  private boolean closed;
  private boolean reading;

  /** Whether the source may have changed since the current read started. */
  private boolean stale;

  /**
   * Creates a poller; {@link #begin} starts it.
   *
   * @param reader receives the content
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

  /** Starts to read. The first read follows the source's wait time, or its first change. */
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

  /** Returns the message of an exception, or its class if it has none. */
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
