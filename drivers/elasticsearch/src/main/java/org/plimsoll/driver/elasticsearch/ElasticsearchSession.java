package org.plimsoll.driver.elasticsearch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * One operation at a time, on a connection of the pool: HTTP/1.1 carries no more. Completes on the
 * client's I/O threads.
 */
final class ElasticsearchSession implements Session {
  private final Commands commands;
  private final RestClients clients;
  private final Consumer<ElasticsearchSession> onClose;
  private final Set<Flight> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  ElasticsearchSession(
      Commands commands, RestClients clients, Consumer<ElasticsearchSession> onClose) {
    this.commands = commands;
    this.clients = clients;
    this.onClose = onClose;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (closed) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Flight flight = new Flight(completion, clients, underWay);
    try {
      commands.send(operation, flight);
    } catch (RuntimeException e) {
      flight.finish(Outcome.failed(Outcome.codeOf(e), e).withAttempts(0)); // no JSON of this
    }
    if (closed) {
      flight.abandon("closed"); // close() may have looked before it was there
    }
  }

  @Override
  public void close() {
    closed = true;
    underWay.forEach(flight -> flight.abandon("closed"));
    onClose.accept(this);
  }
}
