package org.plimsoll.engine.driver;

/** The target cannot be used; the message is one sentence for the user. */
public final class TargetUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  public TargetUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
