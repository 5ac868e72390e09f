package org.plimsoll.driver.gremlin;

/** Thrown if a request was not sent, because there is no connection for it. */
final class NotSentException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotSentException(RuntimeException cause) {
    super(cause);
  }
}
