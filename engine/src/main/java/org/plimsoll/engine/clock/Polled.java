package org.plimsoll.engine.clock;

/**
 * A place that is read periodically. Used by one thread at a time, except for {@link #end}.
 *
 * @param <T> what is read
 */
public interface Polled<T> extends AutoCloseable {
  /**
   * All that it contains now.
   *
   * @throws Exception if the source cannot be read; the message is a sentence without secrets
   */
  T read() throws Exception;

  /** The time from now to the next read. */
  long waitNanos();

  /** Calls back, on any thread, when the place may have changed; the default never does. */
  default void watch(Runnable changed) {}

  /** Ends a read that waits for a change, since the place is about to be closed. */
  default void end() {}

  @Override
  void close();
}
