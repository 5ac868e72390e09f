package org.plimsoll.fleet.generator;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.fleet.control.Command;

/** The operations that this generator takes of a run's measurement. Thread-safe. */
final class PartOperations implements Quota.Listener {
  private final String run;
  private final FleetCalls calls;

  // Guarded by this.
  private @Nullable Quota quota;
  private boolean isClosed;

  PartOperations(String run, FleetCalls calls) {
    this.run = run;
    this.calls = calls;
  }

  /** Opens the operations of the measurement, of which this generator takes some. */
  Quota begin(long operations) {
    Quota opened = new Quota(this);
    synchronized (this) {
      quota = opened;
    }
    calls.ask(new Command.Operations(run, operations));
    calls.member((member, nanos) -> member.asksOperations(run, nanos));
    return opened;
  }

  /** A range was granted. */
  void granted(FillRange range) {
    Quota its = quota();
    if (its == null) {
      returned(range);
    } else {
      its.granted(range);
    }
  }

  /** No more ranges will be granted. */
  void over() {
    Quota its = quota();
    if (its != null) {
      its.end();
    }
  }

  /** Takes no more operations. */
  void close() {
    Quota its;
    synchronized (this) {
      its = isClosed ? null : quota;
      isClosed = true;
    }
    if (its != null) {
      its.close();
    }
  }

  private synchronized @Nullable Quota quota() {
    return quota;
  }

  @Override
  public void used(FillRange range) {
    calls.member((member, nanos) -> member.operationsUsed(run, range, nanos));
  }

  @Override
  public void returned(FillRange range) {
    calls.member((member, nanos) -> member.operationsReturned(run, range, nanos));
  }
}
