package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/** A handle on one connection, which it owns or shares. Completes on Lettuce's I/O threads. */
final class RedisSession implements Session {
  private final Link link;
  private final boolean ownsLink;
  private final int maxInFlight;
  private final Commands commands;
  private final Consumer<RedisSession> onClose;
  private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  RedisSession(
      Link link,
      boolean ownsLink,
      int maxInFlight,
      Commands commands,
      Consumer<RedisSession> onClose) {
    this.link = link;
    this.ownsLink = ownsLink;
    this.maxInFlight = maxInFlight;
    this.commands = commands;
    this.onClose = onClose;
  }

  Link link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    StatefulConnection<byte[], Slice> connection = link.connection();
    if (closed || connection == null) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Request request = new Request(completion, connection, underWay);
    commands.send(operation, request, connection);
    if (closed) {
      request.abandon("closed"); // close() may have looked before the request was there
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Request request : underWay) {
      link.suspect(request.connection());
      request.abandon("closed");
    }
    if (ownsLink) {
      link.close();
    }
    onClose.accept(this);
  }
}
