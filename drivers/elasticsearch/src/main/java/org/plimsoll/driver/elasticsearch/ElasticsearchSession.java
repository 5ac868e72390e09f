package org.plimsoll.driver.elasticsearch;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;

/**
 * A session with at most one operation in flight on a pooled connection, which is the limit of
 * HTTP/1.1. Operations complete on the client's I/O threads.
 */
final class ElasticsearchSession extends AsyncSession<Flight> {
  private final Commands commands;
  private final RestClients clients;
  private final Consumer<ElasticsearchSession> onClose;

  ElasticsearchSession(
      Commands commands, RestClients clients, Consumer<ElasticsearchSession> onClose) {
    this.commands = commands;
    this.clients = clients;
    this.onClose = onClose;
  }

  @Override
  protected Flight begin(Operation operation, Completion completion) {
    return new Flight(completion, clients.pool());
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    commands.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    commands.rehearse(flight);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
