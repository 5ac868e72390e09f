package org.plimsoll.driver.dynamodb;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * One operation at a time, on a connection of the pool: HTTP/1.1 carries no more. Completes on the
 * SDK's I/O threads.
 */
final class DynamoDbSession implements Session {
  private final Commands commands;
  private final AwsClients clients;
  private final DriverContext.Counter throttles;
  private final Consumer<DynamoDbSession> onClose;
  private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  DynamoDbSession(
      Commands commands,
      AwsClients clients,
      DriverContext.Counter throttles,
      Consumer<DynamoDbSession> onClose) {
    this.commands = commands;
    this.clients = clients;
    this.throttles = throttles;
    this.onClose = onClose;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (closed) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Request request = new Request(completion, clients, underWay, throttles);
    commands.send(operation, request);
    if (closed) {
      request.abandon("closed"); // close() may have looked before the request was there
    }
  }

  @Override
  public void close() {
    closed = true;
    underWay.forEach(request -> request.abandon("closed"));
    onClose.accept(this);
  }
}
