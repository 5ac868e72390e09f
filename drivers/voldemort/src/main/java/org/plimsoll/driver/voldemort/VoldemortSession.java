package org.plimsoll.driver.voldemort;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.kit.AsyncSession;

/**
 * A session. All sessions share the connections of the target. Operations complete on the I/O
 * threads.
 */
final class VoldemortSession extends AsyncSession<Flight> {
  private final int maxInFlight;
  private final Commands commands;
  private final Consumer<VoldemortSession> onClose;

  VoldemortSession(int maxInFlight, Commands commands, Consumer<VoldemortSession> onClose) {
    this.maxInFlight = maxInFlight;
    this.commands = commands;
    this.onClose = onClose;
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected Flight begin(Operation operation, Completion completion) {
    return new Flight(completion);
  }

  @Override
  protected void send(Operation operation, Flight flight) {
    commands.send(operation, flight);
  }

  @Override
  protected void sendRehearsal(Operation operation, Flight flight) {
    commands.rehearse(operation, flight);
  }

  @Override
  protected void release() {
    onClose.accept(this);
  }
}
