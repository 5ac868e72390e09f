package org.plimsoll.engine.driver;

import org.plimsoll.api.Client;
import org.plimsoll.api.Session;
import org.plimsoll.engine.spec.InvalidSpecException;

/** A client without connections, for a run whose load other processes send. */
final class UnconnectedClient implements Client {
  @Override
  public Session openSession() {
    throw new InvalidSpecException(
        "target: is not open on this node, which takes no part in the run. Send the request to a"
            + " node that does.");
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
