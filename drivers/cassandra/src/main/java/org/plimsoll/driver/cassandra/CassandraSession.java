package org.plimsoll.driver.cassandra;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/** A handle on the library's session, which it shares. Completes on the library's I/O threads. */
final class CassandraSession implements Session {
  private final Link link;
  private final int maxInFlight;
  private final Operations operations;
  private final Consumer<CassandraSession> onClose;
  private final Set<Request> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CassandraSession(
      Link link, int maxInFlight, Operations operations, Consumer<CassandraSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.operations = operations;
    this.onClose = onClose;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    Link.Connected connected = link.connected();
    if (closed || connected == null || connected.templates() == null) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Request request = new Request(completion, connected.session(), underWay);
    operations.send(operation, request, connected.templates());
    if (closed) {
      request.finish(Outcome.failed("closed")); // close() may have looked before it was there
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Request request : underWay) {
      link.suspect(request.session());
      request.finish(Outcome.failed("closed"));
    }
    onClose.accept(this);
  }
}
