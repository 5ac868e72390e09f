package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import org.plimsoll.api.Completion;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.driver.lettuce.Request;
import org.plimsoll.driver.lettuce.Slice;

/** An operation in flight on one connection. */
final class RedisRequest extends Request {
  private final SharedConnection<StatefulConnection<byte[], Slice>> link;
  private final StatefulConnection<byte[], Slice> connection;

  RedisRequest(
      Completion completion,
      SharedConnection<StatefulConnection<byte[], Slice>> link,
      StatefulConnection<byte[], Slice> connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** Returns the connection on which the request was sent. It may have been replaced since then. */
  StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  @Override
  protected void suspect() {
    link.abandoned(connection);
  }
}
