package org.plimsoll.api;

/**
 * A handle that executes operations. A session may own a connection, share one, or have several.
 * The numbers of sessions, connections and operations in flight are independent.
 *
 * <p>Contract: each {@link #execute} leads to exactly one {@link Completion#complete}, on any
 * thread, at the latest during {@link #close}. Different threads call {@code execute} over time,
 * and several at once if {@link #maxInFlight} is above 1. It returns without waiting for the answer
 * and may complete the operation before it returns. A driver whose calls block implements {@link
 * BlockingSession}.
 */
public interface Session extends AutoCloseable {
  /** Sends the operation, whose keys and rows are valid until the completion is called. */
  void execute(Operation operation, Completion completion);

  /**
   * Sends a request that runs the same code as the operation but touches no data, such as a ping,
   * or prepares the operation's statement. Called before the load starts, so that code is compiled
   * and connections are open before the first operations of a run. By default nothing is sent.
   */
  default void rehearse(Operation operation, Completion completion) {
    completion.complete(Outcome.succeeded(0));
  }

  /** Returns the maximum number of operations in flight, ≥ 1. The engine never exceeds it. */
  default int maxInFlight() {
    return 1;
  }

  /** Completes operations in flight as failed, then releases the resources of this session. */
  @Override
  void close();
}
