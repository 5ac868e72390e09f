package org.plimsoll.api;

/**
 * A session whose calls block until the store has answered. One thread uses a session at a time.
 * See {@link DriverContext#blocking}.
 */
public interface BlockingSession extends AutoCloseable {
  /**
   * Performs the operation and waits for the answer.
   *
   * @throws Exception counted as a failure with the code that {@link #failureCode} returns
   */
  Outcome execute(Operation operation) throws Exception;

  /**
   * Performs a request that runs the same code as the operation but touches no data. See {@link
   * Session#rehearse}. By default nothing is sent.
   *
   * @throws Exception ignored, because the first operation will report the cause
   */
  default void rehearse(Operation operation) throws Exception {}

  /** Returns the code of an exception that {@link #execute} has thrown. */
  default FailureCode failureCode(Exception exception) {
    return FailureCode.of(exception);
  }

  /**
   * Returns whether a running call may be interrupted when the session is closed. Return false for
   * a library in which an interrupt breaks other sessions, for example because it closes shared
   * files.
   */
  default boolean isInterruptible() {
    return true;
  }

  /**
   * Closes the session; may be called while another thread is in {@link #execute}. It does not wait
   * for that call. The call is interrupted afterwards.
   */
  @Override
  void close();
}
