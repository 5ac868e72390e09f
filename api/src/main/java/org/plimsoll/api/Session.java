package org.plimsoll.api;

/**
 * A handle that takes operations. It may own a connection, share one, or have several: sessions,
 * connections and operations in flight are three different numbers.
 *
 * <p>Contract: each {@link #execute} leads to exactly one {@link Completion#complete}, on any
 * thread, at the latest during {@link #close}. {@code execute} is called by different threads over
 * time, and by several at once where {@link #maxInFlight} is above 1; it returns without waiting
 * for the answer (a driver that waits is a {@link BlockingSession}) and may complete before it
 * returns.
 */
public interface Session extends AutoCloseable {
  /** Sends the operation, whose key and row are valid until the completion is called. */
  void execute(Operation operation, Completion completion);

  /** How many operations it takes at once, ≥ 1. The engine keeps to it. */
  default int maxInFlight() {
    return 1;
  }

  /** Completes what is under way as failed, then lets go of what this session alone holds. */
  @Override
  void close();
}
