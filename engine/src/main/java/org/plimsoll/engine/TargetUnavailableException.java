package org.plimsoll.engine;

/** The target cannot be used; the message says why. */
public final class TargetUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  public TargetUnavailableException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
