package org.plimsoll.driver.elasticsearch.transport;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.AsyncSession;
import org.plimsoll.api.kit.SharedPool;

/** A session on the shared client. Operations complete on the client's I/O threads. */
final class TransportSession extends AsyncSession<Flight> {
  private final Commands commands;
  private final SharedPool<NodeClient> pool;
  private final int maxInFlight;
  private final Consumer<TransportSession> onClose;

  TransportSession(
      Commands commands,
      SharedPool<NodeClient> pool,
      int maxInFlight,
      Consumer<TransportSession> onClose) {
    this.commands = commands;
    this.pool = pool;
    this.maxInFlight = maxInFlight;
    this.onClose = onClose;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected Flight begin(Operation operation, Completion completion) {
    return new Flight(completion, pool);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    commands.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    commands.rehearse(flight);
  }

  /**
   * Returns the outcome of an operation that was not sent because no node was connected. It counts
   * no attempt.
   */
  @Override
  protected Outcome notSent(RuntimeException failure) {
    return Failures.outcome(failure).withAttempts(0);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
