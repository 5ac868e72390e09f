package org.plimsoll.driver.hbase;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedConnection;
import org.plimsoll.api.kit.SharedSession;

/** A session on a shared connection. Operations complete on the threads of the sockets. */
final class HBaseSession extends SharedSession<Hub, Flight> {
  private final Operations operations;

  HBaseSession(SharedConnection<Hub> link, int maxInFlight, Operations operations) {
    super(link, maxInFlight);
    this.operations = operations;
  }

  @Override
  protected Flight begin(Completion completion, Hub hub) {
    return new Flight(completion, link(), hub);
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
}
