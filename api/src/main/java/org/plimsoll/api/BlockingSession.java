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

  /** A stable code of low cardinality, such as {@code timeout} or {@code unavailable}. */
  default String failureCode(Exception exception) {
    return Outcome.codeOf(exception);
  }

  /** Closes the session; may be called while another thread sits in {@link #execute}. */
  @Override
  void close();
}
