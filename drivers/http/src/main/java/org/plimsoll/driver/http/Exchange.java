package org.plimsoll.driver.http;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** One request under way, and its single completion. */
final class Exchange {
  private final String operation;
  private final long sentBytes;
  private final Completion completion;
  private final Set<Exchange> underWay;
  private final AtomicBoolean ended = new AtomicBoolean();

  Exchange(String operation, long sentBytes, Completion completion, Set<Exchange> underWay) {
    this.operation = operation;
    this.sentBytes = sentBytes;
    this.completion = completion;
    this.underWay = underWay;
    underWay.add(this);
  }

  /** The operation's name. */
  String operation() {
    return operation;
  }

  /** Bytes of the row's values that it sends. */
  long sentBytes() {
    return sentBytes;
  }

  boolean hasEnded() {
    return ended.get();
  }

  void finish(Outcome outcome) {
    if (ended.compareAndSet(false, true)) {
      underWay.remove(this);
      completion.complete(outcome);
    }
  }
}
