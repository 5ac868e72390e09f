package org.plimsoll.fleet.control;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.fleet.control.FleetMessage.Second;

/**
 * The one-second results of one generator that not all mirrors have stored yet. The newest results
 * are in memory, older ones in a store. Results beyond the store's limit are lost and counted.
 */
final class SecondsQueue {
  private static final int IN_MEMORY = 64;
  private static final int AT_ONCE = 16;
  private static final long AGAIN_NANOS = 2_000_000_000L;

  private final String run;
  private final SecondsStore store;
  private final TreeMap<Long, Waiting> memory = new TreeMap<>();
  private long last;
  private long kept;
  private long sent;
  private long sentAtMost;
  private long sentBefore;
  private long storedUpTo;
  private long progressNanos;

  SecondsQueue(String run, SecondsStore store) {
    this.run = run;
    this.store = store;
  }

  /** A waiting one-second result. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Waiting(long number, long second, byte[] data) {}

  /** The sender of one-second results, with its current term. */
  record Sender(Term term, String node, int generator) {}

  /** Adds the next one-second result and returns its number. */
  long add(long second, byte[] data) {
    last++;
    memory.put(last, new Waiting(last, second, data));
    while (memory.size() > IN_MEMORY) {
      Map.Entry<Long, Waiting> oldest = requireNonNull(memory.firstEntry());
      store.put(run, oldest.getKey(), oldest.getValue().second(), oldest.getValue().data());
      storedUpTo = oldest.getKey();
      memory.remove(oldest.getKey());
    }
    return last;
  }

  /** Removes the results up to a number, which all mirrors have stored. */
  void keptUpTo(long number, long nowNanos) {
    if (number > kept) {
      kept = Math.min(number, last);
      progressNanos = nowNanos;
      memory.headMap(kept, true).clear();
      if (storedUpTo > 0) {
        store.forget(run, kept);
      }
    }
  }

  /** Marks all waiting results as unsent, for a new coordinator. */
  void sendAgain() {
    sent = kept;
    sentBefore = sentAtMost;
  }

  /** Whether this result was sent to a previous coordinator, which may have merged it. */
  private boolean wasSentBefore(long number) {
    return number <= sentBefore;
  }

  /** Sends the next few results. Sends them again if none is confirmed in time. */
  void send(Sender sender, Outbox out, long nowNanos) {
    for (Waiting each : toSend(nowNanos)) {
      out.toCoordinator(
          sender.term().node(),
          new Second(
              sender.term(),
              sender.node(),
              run,
              sender.generator(),
              each.number(),
              each.second(),
              each.data(),
              wasSentBefore(each.number())));
    }
  }

  /** Drops all results, because they are no longer needed. */
  void forget() {
    memory.clear();
    store.forget(run, last);
  }

  private List<Waiting> toSend(long nowNanos) {
    if (sent > kept && nowNanos - progressNanos > AGAIN_NANOS) {
      sent = kept;
    }
    if (sent <= kept) {
      // New seconds do not count as progress: a coordinator that lacks a second does not store the
      // following ones.
      progressNanos = nowNanos;
    }
    List<Waiting> found = new ArrayList<>();
    long first = Math.max(kept, sent) + 1;
    for (long number = first; number <= last && found.size() < AT_ONCE; number++) {
      Waiting waiting = memory.get(number);
      if (waiting == null) {
        waiting =
            store
                .get(run, number)
                .map(SecondsQueue::waiting)
                .orElse(new Waiting(number, -1, new byte[0]));
      }
      found.add(waiting);
      sent = number;
      sentAtMost = Math.max(sentAtMost, number);
    }
    return found;
  }

  private static Waiting waiting(SecondsStore.Stored stored) {
    return new Waiting(stored.number(), stored.second(), stored.data());
  }

  long last() {
    return last;
  }

  long kept() {
    return kept;
  }
}
