package org.plimsoll.driver.http;

import org.plimsoll.api.Completion;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.kit.InFlight;

/** One operation in flight. */
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

  /** Bytes of the row's values in the request. */
  long sentBytes() {
    return sentBytes;
  }

  /** Sets the payload size; called before anything is sent. */
  void sends(long payloadBytes) {
    sentBytes = payloadBytes;
  }
}
