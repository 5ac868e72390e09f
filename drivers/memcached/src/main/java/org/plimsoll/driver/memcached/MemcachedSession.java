package org.plimsoll.driver.memcached;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/** A handle on one link, which it owns or shares. Completes on the I/O threads. */
final class MemcachedSession implements Session {
  private final Link link;
  private final boolean ownsLink;
  private final int maxInFlight;
  private final Commands commands;
  private final Consumer<MemcachedSession> onClose;
  private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  MemcachedSession(
      Link link,
      boolean ownsLink,
      int maxInFlight,
      Commands commands,
      Consumer<MemcachedSession> onClose) {
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
    Connection connection = link.connection();
    if (closed || connection == null) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Request request = new Request(completion, connection, underWay);
    commands.send(operation, request, connection);
    request.handedOver();
    if (closed) {
      request.finish(Outcome.failed("closed")); // close() may have looked before it was there
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Request request : underWay) {
      link.suspect(request.connection());
      request.finish(Outcome.failed("closed"));
    }
    if (ownsLink) {
      link.close();
    }
    onClose.accept(this);
  }
}
