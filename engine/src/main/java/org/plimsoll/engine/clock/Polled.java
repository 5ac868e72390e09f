package org.plimsoll.engine.clock;

/**
 * A source that is read periodically, such as a file. Used by one thread at a time, except for
 * {@link #end}.
 *
 * @param <T> type of the content
 */
public interface Polled<T> extends AutoCloseable {
  /**
   * Reads the current content of the source.
   *
   * @throws Exception if the source cannot be read; the message is a sentence without secrets
   */
  T read() throws Exception;

  /** Returns the time from now to the next read, in nanoseconds. */
  long waitNanos();

  /**
   * Registers a callback for possible changes to the source, called on any thread. The default
   * never calls it.
   */
  default void watch(Runnable changed) {}

  /** Ends a read that waits for a change, because the source is about to be closed. */
  default void end() {}

  @Override
  void close();
}
