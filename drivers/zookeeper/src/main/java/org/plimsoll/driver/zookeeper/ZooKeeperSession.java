package org.plimsoll.driver.zookeeper;

import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/**
 * A session on a shared connection. Operations complete on the client library's callback thread.
 */
final class ZooKeeperSession extends SharedSession<Keeper, Flight> {
  private final Operations operations;
  private final String servers;

  ZooKeeperSession(
      SharedConnection<Keeper> link, int maxInFlight, Operations operations, String servers) {
    super(link, maxInFlight);
    this.operations = operations;
    this.servers = servers;
  }

  @Override
  protected Flight begin(Completion completion, Keeper keeper) {
    return new Flight(completion, link(), keeper);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    if (requireConnected(flight)) {
      operations.send(operation, flight);
    }
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    if (requireConnected(flight)) {
      operations.rehearse(flight);
    }
  }

  private boolean requireConnected(Flight flight) {
    if (flight.isConnected()) {
      return true;
    }
    flight.finish(
        Outcome.failed(Common.NOT_CONNECTED, () -> "not connected to " + servers).withAttempts(0));
    return false;
  }
}
