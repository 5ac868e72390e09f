package org.plimsoll.driver.etcd;

import io.grpc.ManagedChannel;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/**
 * A session on a shared channel. Operations complete on the thread that reads the channel's
 * connection.
 */
final class EtcdSession extends SharedSession<ManagedChannel, Flight> {
  private final EtcdOperations operations;
  private final Login login;

  EtcdSession(
      SharedConnection<ManagedChannel> link,
      int maxInFlight,
      EtcdOperations operations,
      Login login) {
    super(link, maxInFlight);
    this.operations = operations;
    this.login = login;
  }

  @Override
  protected Flight begin(Completion completion, ManagedChannel channel) {
    return new Flight(completion, link(), channel, login);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    operations.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    operations.rehearse(flight);
  }
}
