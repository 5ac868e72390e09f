package org.plimsoll.api;

/**
 * A session of straight-line code: the call returns when the store has answered. It is used by one
 * thread at a time; see {@link DriverContext#blocking}.
 */
public interface BlockingSession extends AutoCloseable {
  /**
   * Performs the operation.
   *
   * @throws Exception counted as a failure with the code that {@link #failureCode} gives it
   */
  Outcome execute(Operation operation) throws Exception;

  /** The code of an exception that {@link #execute} has thrown. */
  default FailureCode failureCode(Exception exception) {
    return FailureCode.of(exception);
  }

  /** Closes the session; may be called while another thread sits in {@link #execute}. */
  @Override
  void close();
}
