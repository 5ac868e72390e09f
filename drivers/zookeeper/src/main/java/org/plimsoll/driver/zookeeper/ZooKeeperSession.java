package org.plimsoll.driver.zookeeper;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/** A session on a shared connection. Completes on the client library's thread for callbacks. */
final class ZooKeeperSession extends AsyncSession<Flight> {
  private final SharedConnection<Keeper> link;
  private final int maxInFlight;
  private final Operations operations;
  private final String servers;
  private final Consumer<ZooKeeperSession> onClose;

  ZooKeeperSession(
      SharedConnection<Keeper> link,
      int maxInFlight,
      Operations operations,
      String servers,
      Consumer<ZooKeeperSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.operations = operations;
    this.servers = servers;
    this.onClose = onClose;
  }

  SharedConnection<Keeper> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable Flight begin(Operation operation, Completion completion) {
    Keeper keeper = link.current();
    return keeper == null ? null : new Flight(completion, link, keeper);
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

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
