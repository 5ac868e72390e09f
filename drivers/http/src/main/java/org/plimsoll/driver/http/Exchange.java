package org.plimsoll.driver.http;

import org.plimsoll.api.Completion;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.kit.InFlight;

/** An operation in flight, with the size of its payload. */
final class Exchange extends InFlight {
  private final OperationType type;
  private long sentBytes;

  Exchange(OperationType type, Completion completion) {
    super(completion);
    this.type = type;
  }

  OperationType type() {
    return type;
  }

  /** Returns the size of the row's values in the request, in bytes. */
  long sentBytes() {
    return sentBytes;
  }

  /** Sets the payload size. Called before anything is sent. */
  void sends(long payloadBytes) {
    sentBytes = payloadBytes;
  }
}
