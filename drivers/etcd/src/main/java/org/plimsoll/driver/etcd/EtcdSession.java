package org.plimsoll.driver.etcd;

import io.grpc.ManagedChannel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/** A session on a shared channel. Completes on the thread that reads the channel's connection. */
final class EtcdSession extends AsyncSession<Flight> {
  private final SharedConnection<ManagedChannel> link;
  private final int maxInFlight;
  private final EtcdOperations operations;
  private final Login login;
  private final Consumer<EtcdSession> onClose;

  EtcdSession(
      SharedConnection<ManagedChannel> link,
      int maxInFlight,
      EtcdOperations operations,
      Login login,
      Consumer<EtcdSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.operations = operations;
    this.login = login;
    this.onClose = onClose;
  }

  SharedConnection<ManagedChannel> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable Flight begin(Operation operation, Completion completion) {
    ManagedChannel channel = link.current();
    return channel == null ? null : new Flight(completion, link, channel, login);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    operations.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    operations.rehearse(flight);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
