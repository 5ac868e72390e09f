package org.plimsoll.fleet;

/** Thrown if a name does not identify exactly one node. */
public final class UnknownNodeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public UnknownNodeException(String message) {
    super(message);
  }
}
