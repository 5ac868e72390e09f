package org.plimsoll.settings.source;

import java.util.Map;

/** A place that is asked again and again. Used by one thread at a time. */
interface Polled extends AutoCloseable {
  /**
   * All that it says now.
   *
   * @throws Exception when it cannot be read; the message is a sentence without secrets
   */
  Map<String, String> read() throws Exception;

  /** How long to wait from now on before it is read again. */
  long waitNanos();

  /** Calls back from any thread whenever it may have changed, where that can be known. */
  default void watch(Runnable changed) {}

  @Override
  void close();
}
