package org.plimsoll.fleet;

/** A name that is not the name of exactly one node. */
public final class UnknownNodeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public UnknownNodeException(String message) {
    super(message);
  }
}
