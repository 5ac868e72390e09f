package org.plimsoll.settings.source;

import static org.plimsoll.engine.clock.Alarm.NEVER;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.PropertySource;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;

/** Reads a place periodically, never twice at once, and passes on its values or failures. */
final class Poller implements AutoCloseable {
  private final Polled place;
  private final PropertySource.Listener listener;
  private final Clock clock;
  private final Alarm alarm;
  private boolean closed;
  private boolean reading;

  /** Whether the place may have changed since the current read started. */
  private boolean stale;

  Poller(Polled place, PropertySource.Listener listener, Clock clock) {
    this.place = place;
    this.listener = listener;
    this.clock = clock;
    alarm =
        new Alarm(
            clock.housekeeping(),
            _ -> {
              ring();
              return NEVER;
            });
  }

  void begin() {
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
      listener.says(place.read());
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
      listener.fails(sentence(e));
    }
  }

  /** The message of an exception, or its class if it has none. */
  static String sentence(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message.strip();
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (!reading) {
      place.close();
    }
  }
}
