package org.plimsoll.engine.load;

import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Shard;

/** Accumulates the results of an operation's completed steps. Reused by its slot. */
final class StepProgress {
  private long items;
  private long bytes;
  private long attempts;

  /** Clears the results before the first step. */
  void begin() {
    items = 0;
    bytes = 0;
    attempts = 0;
  }

  /** Adds a step that succeeded. */
  void add(Outcome step) {
    items += step.items();
    bytes += step.payloadBytes();
    attempts += step.attempts();
  }

  /** Adds the results of the steps before the last one to the counters of the whole operation. */
  void countIn(Shard shard, Outcome last) {
    if (attempts == 0) {
      return;
    }
    shard.count(Counter.ATTEMPTS, attempts);
    if (last.status() != Outcome.Status.FAILED) {
      shard.count(Counter.ITEMS, items);
      shard.count(Counter.BYTES, bytes);
    }
  }
}
