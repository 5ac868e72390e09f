package org.plimsoll.driver.memcached;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/** A session on one connection, which it owns or shares. Completes on the I/O threads. */
final class MemcachedSession extends AsyncSession<Request> {
  private final SharedConnection<Connection> link;
  private final int maxInFlight;
  private final Commands commands;
  private final Consumer<MemcachedSession> onClose;

  MemcachedSession(
      SharedConnection<Connection> link,
      int maxInFlight,
      Commands commands,
      Consumer<MemcachedSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.commands = commands;
    this.onClose = onClose;
  }

  SharedConnection<Connection> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable Request begin(Operation operation, Completion completion) {
    Connection connection = link.current();
    return connection == null ? null : new Request(completion, link, connection);
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

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
