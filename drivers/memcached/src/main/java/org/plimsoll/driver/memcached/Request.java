package org.plimsoll.driver.memcached;

import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** One operation under way, and its single completion. It has copied what it sends. */
final class Request {
  private static final AtomicIntegerFieldUpdater<Request> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(Request.class, "ended");

  private final Completion completion;
  private final Connection connection;
  private final Set<Request> underWay;
  private final Thread sender = Thread.currentThread();
  private boolean handedOver; // the sender's alone
  private volatile int ended;

  Request(Completion completion, Connection connection, Set<Request> underWay) {
    this.completion = completion;
    this.connection = connection;
    this.underWay = underWay;
    underWay.add(this);
  }

  /** The one that it was sent on, which may have been replaced since. */
  Connection connection() {
    return connection;
  }

  /**
   * Says that the connection has all of it. What Folsom answers before, on the sender's own thread,
   * was not sent: of a connection that is down it says no other way that it was down already.
   */
  void handedOver() {
    handedOver = true;
  }

  void finish(Outcome outcome) {
    if (ended == 0 && ENDED.compareAndSet(this, 0, 1)) {
      underWay.remove(this);
      completion.complete(isRefusal(outcome) ? Failures.NOT_CONNECTED : outcome);
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean isRefusal(Outcome outcome) {
    return outcome == Failures.CONNECTION_LOST && Thread.currentThread() == sender && !handedOver;
  }
}
