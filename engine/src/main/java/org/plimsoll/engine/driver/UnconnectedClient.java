package org.plimsoll.engine.driver;

import java.util.Map;
import java.util.function.Supplier;
import org.plimsoll.api.Client;
import org.plimsoll.api.Session;
import org.plimsoll.engine.spec.InvalidSpecException;

/** A client without connections, for a run whose load other processes send. */
final class UnconnectedClient implements Client {
  private final Supplier<Map<String, String>> facts;

  /**
   * @param facts returns what a connected client knows about the target
   */
  UnconnectedClient(Supplier<Map<String, String>> facts) {
    this.facts = facts;
  }

  @Override
  public Map<String, String> facts() {
    return facts.get();
  }

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
