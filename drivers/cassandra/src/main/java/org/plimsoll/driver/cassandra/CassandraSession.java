package org.plimsoll.driver.cassandra;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/**
 * A session that shares the library's session. Operations complete on the library's I/O threads.
 */
final class CassandraSession extends AsyncSession<Request> {
  private final SharedConnection<Connected> link;
  private final int maxInFlight;
  private final Operations operations;
  private final Consumer<CassandraSession> onClose;

  CassandraSession(
      SharedConnection<Connected> link,
      int maxInFlight,
      Operations operations,
      Consumer<CassandraSession> onClose) {
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
  protected @Nullable Request begin(Operation operation, Completion completion) {
    Connected connected = link.current();
    Templates templates = connected == null ? null : connected.templates();
    return connected == null || templates == null
        ? null
        : new Request(completion, link, connected, templates);
  }

  @Override
  protected void send(Operation operation, Request request) {
    operations.send(operation, request, request.templates());
  }

  @Override
  protected void sendRehearsal(Operation operation, Request request) {
    Operations.rehearse(request, request.templates());
  }

  @Override
  protected Outcome notSent(RuntimeException failure) {
    return Failures.outcome(failure);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
