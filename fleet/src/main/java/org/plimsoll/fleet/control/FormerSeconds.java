package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Optional;
import org.plimsoll.fleet.control.StreamItem.Covered;

/**
 * The one-second results of a removed generator that not all mirrors have stored yet. The next
 * member of the same process delivers them under that generator's number.
 */
public final class FormerSeconds {
  private final String run;
  private final int generator;
  private final SecondsQueue queue;
  private final LocalRuns local;

  /**
   * @param local supplies results that were measured after the member had lost its cluster
   */
  FormerSeconds(String run, int generator, SecondsQueue queue, LocalRuns local) {
    this.run = run;
    this.generator = generator;
    this.queue = queue;
    this.local = local;
  }

  String run() {
    return run;
  }

  /** Returns the number of the last one-second result. */
  Covered last() {
    for (Optional<SecondsStore.Stored> next = local.measured(run, queue.last() + 1);
        next.isPresent();
        next = local.measured(run, queue.last() + 1)) {
      long _ = queue.add(next.get().second(), next.get().data());
    }
    return new Covered(generator, queue.last());
  }

  /** Sends results that were not sent in this term, or were not confirmed in time. */
  void send(Term term, String node, Outbox out, long nowNanos) {
    queue.send(new SecondsQueue.Sender(term, node, generator), out, nowNanos);
  }

  /** Drops all results, because they are no longer needed. */
  void forget() {
    queue.forget();
  }

  /** Records the last results of some generators that all mirrors have stored. */
  void kept(List<Covered> delivered, long nowNanos) {
    delivered.stream()
        .filter(each -> each.generator() == generator)
        .forEach(each -> queue.keptUpTo(each.number(), nowNanos));
  }

  /** Marks all results as unsent, for a new coordinator. */
  void sendAgain() {
    queue.sendAgain();
  }
}
