package org.plimsoll.driver.dynamodb;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;

/**
 * A session with at most one operation in flight on a pooled connection, which is the limit of
 * HTTP/1.1. Operations complete on the SDK's I/O threads.
 */
final class DynamoDbSession extends AsyncSession<Request> {
  private final Commands commands;
  private final AwsClients clients;
  private final DriverContext.Counter throttles;
  private final Consumer<DynamoDbSession> onClose;

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
  protected Request begin(Operation operation, Completion completion) {
    return new Request(completion, clients, throttles);
  }

  @Override
  protected void send(Operation operation, Request request) {
    commands.send(operation, request);
  }

  @Override
  protected void sendRehearsal(Operation operation, Request request) {
    commands.rehearse(request);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
