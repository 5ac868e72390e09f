package org.plimsoll.engine.driver;

/** The target cannot be used; the message is one sentence for the user. */
public final class TargetUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  public TargetUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** What the cause says, or what it is where it says nothing. */
  public static TargetUnavailableException because(Throwable cause) {
    return new TargetUnavailableException(
        cause.getMessage() == null ? cause.toString() : cause.getMessage(), cause);
  }
}
