package org.plimsoll.driver.hbase;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedConnection;

/** A session on a shared connection. Completes on the threads of the sockets. */
final class HBaseSession extends AsyncSession<Flight> {
  private final SharedConnection<Hub> link;
  private final int maxInFlight;
  private final Operations operations;
  private final Consumer<HBaseSession> onClose;

  HBaseSession(
      SharedConnection<Hub> link,
      int maxInFlight,
      Operations operations,
      Consumer<HBaseSession> onClose) {
    this.link = link;
    this.maxInFlight = maxInFlight;
    this.operations = operations;
    this.onClose = onClose;
  }

  SharedConnection<Hub> link() {
    return link;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected @Nullable Flight begin(Operation operation, Completion completion) {
    Hub hub = link.current();
    return hub == null ? null : new Flight(completion, link, hub);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    operations.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    operations.rehearse(operation, flight);
  }

  @Override
  protected Outcome notSent(RuntimeException failure) {
    return Failures.outcome(failure).withAttempts(0);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
