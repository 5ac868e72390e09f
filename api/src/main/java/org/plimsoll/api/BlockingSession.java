package org.plimsoll.api;

/**
 * A session whose calls block until the store has answered. One thread uses it at a time. See
 * {@link DriverContext#blocking}.
 */
public interface BlockingSession extends AutoCloseable {
  /**
   * Performs the operation and waits for the answer.
   *
   * @throws Exception counted as a failure with the code that {@link #failureCode} returns
   */
  Outcome execute(Operation operation) throws Exception;

  /** Returns the code of an exception that {@link #execute} has thrown. */
  default FailureCode failureCode(Exception exception) {
    return FailureCode.of(exception);
  }

  /** Closes the session; may be called while another thread is in {@link #execute}. */
  @Override
  void close();
}
