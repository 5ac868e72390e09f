package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;
import org.plimsoll.driver.lettuce.Slice;

/**
 * A session on one connection that it owns or shares. Operations complete on Lettuce's I/O threads.
 */
final class RedisSession extends SharedSession<StatefulConnection<byte[], Slice>, RedisRequest> {
  private final Commands commands;

  RedisSession(
      SharedConnection<StatefulConnection<byte[], Slice>> link,
      int maxInFlight,
      Commands commands) {
    super(link, maxInFlight);
    this.commands = commands;
  }

  @Override
  protected RedisRequest begin(
      Completion completion, StatefulConnection<byte[], Slice> connection) {
    return new RedisRequest(completion, link(), connection);
  }

  @Override
  protected void send(Operation operation, RedisRequest request) {
    commands.send(operation, request, request.connection());
  }

  @Override
  protected void sendRehearsal(Operation operation, RedisRequest request) {
    Commands.rehearse(operation, request, request.connection());
  }
}
