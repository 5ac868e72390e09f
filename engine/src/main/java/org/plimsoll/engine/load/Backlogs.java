package org.plimsoll.engine.load;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.load.Backlog.Cause;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.share.Shares;

/**
 * The backlogs of an open load: one for all lanes, or one per lane of a paced load. Counts the
 * arrivals that are not sent. Its monitor guards all backlogs.
 */
final class Backlogs {
  private final List<Backlog> all;
  private final PhasePlan plan;
  private final Shares shares;
  private final Runnable accounted;

  /**
   * Creates empty backlogs.
   *
   * @param accounted called for each arrival that is accounted for without being sent
   */
  Backlogs(int count, PhasePlan plan, Shares shares, Runnable accounted) {
    this.all = Stream.generate(Backlog::new).limit(count).toList();
    this.plan = plan;
    this.shares = shares;
    this.accounted = accounted;
  }

  List<Backlog> all() {
    return all;
  }

  /** The number of waiting arrivals; callable from any thread. */
  int waiting() {
    int waiting = 0;
    for (Backlog backlog : all) {
      waiting += backlog.waiting();
    }
    return waiting;
  }

  /**
   * Returns when the oldest waiting arrival was due, or {@link Alarm#NEVER}; callable from any
   * thread.
   */
  long oldestNanos() {
    long oldest = Alarm.NEVER;
    for (Backlog backlog : all) {
      oldest = Alarm.earlier(oldest, backlog.oldestNanos());
    }
    return oldest;
  }

  synchronized void add(Backlog backlog, Backlog.Arrival arrival) {
    backlog.add(arrival);
  }

  /** Ends all waiting arrivals as unfinished. */
  synchronized void dropAll() {
    for (Backlog backlog : all) {
      while (!backlog.isEmpty()) {
        dropFirst(backlog, Counter.UNFINISHED);
      }
    }
  }

  /** Drops all arrivals that must no longer be sent. */
  synchronized void dropOverdue(long nowNanos, long timeoutNanos) {
    all.forEach(backlog -> dropOverdue(backlog, nowNanos, timeoutNanos));
  }

  /** Drops the oldest arrivals that must no longer be sent. */
  synchronized void dropOverdue(Backlog backlog, long nowNanos, long timeoutNanos) {
    while (!backlog.isEmpty()) {
      Backlog.Arrival first = backlog.first();
      if (isOverdue(first, nowNanos, timeoutNanos)) {
        dropFirst(backlog, Counter.NOT_SENT);
      } else if (hasLostRight(first, nowNanos)) {
        first.recorder().shard(first.type()).count(Counter.WITHOUT_RIGHT);
        dropFirst(backlog, Counter.NOT_SENT);
      } else {
        return;
      }
    }
  }

  /** Whether the generator has lost the right to send since an arrival became due. */
  private boolean hasLostRight(Backlog.Arrival arrival, long nowNanos) {
    return arrival.cause() != Cause.HOLD
        && !shares.mayAlwaysSend()
        && !shares.maySend(arrival.dueNanos(), nowNanos);
  }

  private boolean isOverdue(Backlog.Arrival arrival, long nowNanos, long timeoutNanos) {
    return arrival.cause() == Cause.HOLD
        ? plan.isCut(nowNanos) || plan.isPassedWarmup(arrival.dueNanos(), nowNanos)
        : arrival.dueNanos() + timeoutNanos - nowNanos <= 0;
  }

  /**
   * Accounts for the oldest waiting arrival without sending it. In a load that holds its schedule
   * the arrival is not counted, since it becomes scheduled only when it is sent.
   */
  private void dropFirst(Backlog backlog, Counter counter) {
    Backlog.Arrival arrival = backlog.remove();
    if (arrival.cause() != Cause.HOLD) {
      arrival.recorder().shard(arrival.type()).count(counter);
    }
    accounted.run();
  }
}
