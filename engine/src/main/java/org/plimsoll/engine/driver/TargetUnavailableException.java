package org.plimsoll.engine.driver;

/** Reports that the target cannot be used. The message is one sentence for the user. */
public final class TargetUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  public TargetUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Creates an exception with the message of the cause, or its class if it has none. */
  public static TargetUnavailableException because(Throwable cause) {
    return new TargetUnavailableException(
        cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
  }
}
