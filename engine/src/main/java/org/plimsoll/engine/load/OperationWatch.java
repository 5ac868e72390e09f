package org.plimsoll.engine.load;

import org.plimsoll.api.Outcome;
import org.plimsoll.engine.workload.OperationBuffer;

/**
 * Observes the operations of one {@link Slot}, one at a time: the request, the outcome and the
 * rows. Called on the thread that sends or completes the operation, so it must be quick.
 */
public interface OperationWatch {
  /**
   * Assigns all operations to one client, such as a worker that sends one after another. Without
   * this, operation i belongs to client i modulo the number of clients.
   *
   * @param number number of the client; clients beyond the tracked ones are ignored
   */
  void client(int number);

  /**
   * Called when an operation is about to be sent. The watch may stamp the rows that it writes.
   *
   * @param intendedNanos intended start of the operation
   * @param nowNanos current time; the operation is sent at this time or later
   */
  void starts(OperationBuffer operation, long intendedNanos, long nowNanos);

  /**
   * Called when an operation has ended. The rows of the operation are valid only during the call.
   */
  void ends(OperationBuffer operation, Outcome outcome, long nowNanos);

  /** Called when an operation was abandoned. It may still take effect. */
  void abandoned(OperationBuffer operation);
}
