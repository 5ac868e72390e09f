package org.plimsoll.fleet;

/** No coordinator has answered: it is being replaced, or this node is cut off from its fleet. */
public final class FleetUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public FleetUnavailableException(String message) {
    super(message);
  }
}
