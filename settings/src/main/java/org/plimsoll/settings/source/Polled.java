package org.plimsoll.settings.source;

import java.util.Map;

/** A place that is read periodically. Used by one thread at a time. */
interface Polled extends AutoCloseable {
  /**
   * All its current values, by path.
   *
   * @throws Exception if it cannot be read; the message is a sentence without secrets
   */
  Map<String, String> read() throws Exception;

  /** The time from now to the next read. */
  long waitNanos();

  /** Calls back, on any thread, when the place may have changed; the default never does. */
  default void watch(Runnable changed) {}

  @Override
  void close();
}
