package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.driver.lettuce.Slice;

/** A session on one connection, which it owns or shares. Completes on Lettuce's I/O threads. */
final class RedisSession extends AsyncSession<RedisRequest> {
  private final SharedConnection<StatefulConnection<byte[], Slice>> link;
  private final int maxInFlight;
  private final Commands commands;
  private final Consumer<RedisSession> onClose;

  RedisSession(
      SharedConnection<StatefulConnection<byte[], Slice>> link,
      int maxInFlight,
      Commands commands,
      Consumer<RedisSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.commands = commands;
    this.onClose = onClose;
  }

  SharedConnection<StatefulConnection<byte[], Slice>> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable RedisRequest begin(Operation operation, Completion completion) {
    StatefulConnection<byte[], Slice> connection = link.current();
    return connection == null ? null : new RedisRequest(completion, link, connection);
  }

  @Override
  protected void send(Operation operation, RedisRequest request) {
    commands.send(operation, request, request.connection());
  }

  @Override
  protected void sendRehearsal(Operation operation, RedisRequest request) {
    Commands.rehearse(operation, request, request.connection());
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
