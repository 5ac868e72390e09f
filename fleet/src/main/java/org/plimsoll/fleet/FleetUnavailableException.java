package org.plimsoll.fleet;

/**
 * Thrown if no coordinator answers, because it is being replaced or this node is disconnected from
 * its fleet.
 */
public final class FleetUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public FleetUnavailableException(String message) {
    super(message);
  }
}
