package org.plimsoll.fleet.generator;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.FillRange;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.fleet.control.Command;

/**
 * The operations of a run's measurement that are granted to this generator. The fleet numbers
 * operations across iterations; each iteration counts from 0. Thread-safe.
 */
final class PartOperations {
  private final String run;
  private final FleetCalls calls;

  // Guarded by this, like the following fields.
  private @Nullable Iteration iteration;
  private boolean isClosed;

  PartOperations(String run, FleetCalls calls) {
    this.run = run;
    this.calls = calls;
  }

  /** The operations of one iteration. */
  private final class Iteration implements Quota.Listener {
    private final FillRange all;
    private final Quota quota = new Quota(this);

    Iteration(FillRange all) {
      this.all = all;
    }

    private FillRange moved(FillRange range, long by) {
      return new FillRange(range.from() + by, range.to() + by, range.onlyMissing());
    }

    void granted(FillRange range) {
      quota.granted(moved(range, -all.from()));
    }

    @Override
    public void used(FillRange range) {
      FillRange ofAll = moved(range, all.from());
      calls.member((member, nanos) -> member.operationsUsed(run, ofAll, nanos));
    }

    @Override
    public void returned(FillRange range) {
      giveBack(moved(range, all.from()));
    }
  }

  private void giveBack(FillRange range) {
    calls.member((member, nanos) -> member.operationsReturned(run, range, nanos));
  }

  /**
   * Opens the operations of an iteration, and ends the previous iteration.
   *
   * @param number number of the iteration, from 1
   */
  Quota begin(int number, long operations) {
    FillRange all = new FillRange((number - 1) * operations, number * operations, false);
    Iteration next = new Iteration(all);
    Iteration before;
    synchronized (this) {
      before = iteration;
      iteration = next;
    }
    if (before != null) {
      before.quota.close();
    }
    calls.ask(new Command.Operations(run, all.to()));
    calls.member((member, nanos) -> member.asksOperations(run, all, nanos));
    return next.quota;
  }

  /** Receives a granted range. */
  void granted(FillRange range) {
    Iteration its = iteration();
    if (its == null || range.from() < its.all.from()) {
      giveBack(range);
    } else {
      its.granted(range);
    }
  }

  /** Reports that no more operations below a number will be granted. */
  void over(long end) {
    Iteration its = iteration();
    if (its != null && end >= its.all.to()) {
      its.quota.end();
    }
  }

  /** Stops requesting operations. */
  void close() {
    Iteration its;
    synchronized (this) {
      its = isClosed ? null : iteration;
      isClosed = true;
    }
    if (its != null) {
      its.quota.close();
    }
  }

  private synchronized @Nullable Iteration iteration() {
    return iteration;
  }
}
