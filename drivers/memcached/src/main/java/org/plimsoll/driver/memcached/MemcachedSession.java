package org.plimsoll.driver.memcached;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/** A session on one connection that it owns or shares. Operations complete on the I/O threads. */
final class MemcachedSession extends SharedSession<Connection, Request> {
  private final Commands commands;

  MemcachedSession(SharedConnection<Connection> link, int maxInFlight, Commands commands) {
    super(link, maxInFlight);
    this.commands = commands;
  }

  @Override
  protected Request begin(Completion completion, Connection connection) {
    return new Request(completion, link(), connection);
  }

  @Override
  protected void send(Operation operation, Request request) {
    commands.send(operation, request, request.connection());
    request.handedOver();
  }

  @Override
  protected void sendRehearsal(Operation operation, Request request) {
    Commands.rehearse(operation, request, request.connection());
    request.handedOver();
  }
}
