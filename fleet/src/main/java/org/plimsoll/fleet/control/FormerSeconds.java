package org.plimsoll.fleet.control;

import java.util.List;
import java.util.Optional;
import org.plimsoll.fleet.control.StreamItem.Covered;

/**
 * Seconds of a generator whose node was removed from the cluster, and that not all mirrors keep.
 * The member that follows it in the same process delivers them, under the number of their
 * generator.
 */
public final class FormerSeconds {
  private final String run;
  private final int generator;
  private final SecondsQueue queue;
  private final LocalRuns local;

  /**
   * @param local knows seconds that were measured after the member had lost its cluster
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

  /** The number of the last second. */
  Covered last() {
    for (Optional<SecondsStore.Stored> next = local.measured(run, queue.last() + 1);
        next.isPresent();
        next = local.measured(run, queue.last() + 1)) {
      long _ = queue.add(next.get().second(), next.get().data());
    }
    return new Covered(generator, queue.last());
  }

  /** Sends what was not sent in this term, or not kept for a while. */
  void send(Term term, String node, Outbox out, long nowNanos) {
    queue.send(new SecondsQueue.Sender(term, node, generator), out, nowNanos);
  }

  /** Nobody asks for them any more. */
  void forget() {
    queue.forget();
  }

  /** All mirrors keep the seconds of some generators up to these numbers. */
  void kept(List<Covered> delivered, long nowNanos) {
    delivered.stream()
        .filter(each -> each.generator() == generator)
        .forEach(each -> queue.keptUpTo(each.number(), nowNanos));
  }

  /** A new coordinator has not heard of what was sent. */
  void sendAgain() {
    queue.sendAgain();
  }
}
