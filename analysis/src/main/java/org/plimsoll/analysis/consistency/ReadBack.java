package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.ConsistencySummary.LostWrites;

/**
 * Reads each key with an acknowledged write again after the load has ended, in rounds, until all
 * keys show the write. A key may hold any write that is not certainly older than an acknowledged
 * one; see {@link KeyHistory}. If a key holds an older write after the last round, the acknowledged
 * write counts as lost, unless the store needs more time than it was given.
 */
public final class ReadBack {
  static final int EXAMPLES = 10;

  private final List<KeyHistory> keys;
  private final Map<KeyHistory, LastRead> found = new ConcurrentHashMap<>();
  private volatile List<KeyHistory> pending;

  /** The result of the last read of a key; absent if the key could not be read. */
  private record LastRead(Judgement.Kind kind, String sentence) {}

  ReadBack(List<KeyHistory> keys) {
    this.keys = keys;
    this.pending = keys;
  }

  /** Returns the number of keys to read in this round. */
  public int size() {
    return pending.size();
  }

  /** Returns the reads of this round. */
  public OperationSource round(Workload workload, long firstKey) {
    List<KeyHistory> now = pending;
    return new OperationSource() {
      @Override
      public OperationType type(OperationRandom scratch, long index) {
        return OperationType.READ;
      }

      @Override
      public boolean prepare(OperationBuffer into, long index, long atNanos) {
        if (index >= now.size()) {
          return false;
        }
        workload.prepareFill(into, now.get((int) index).key() - firstKey);
        into.type(OperationType.READ);
        return true;
      }
    };
  }

  /** Ends the round: keys that were behind or could not be read remain for the next one. */
  public void ended() {
    List<KeyHistory> left = new ArrayList<>();
    for (KeyHistory key : pending) {
      LastRead last = found.get(key);
      if (last == null || last.kind() == Judgement.Kind.STALE) {
        left.add(key);
      }
    }
    pending = left;
  }

  void judged(KeyHistory key, Judgement judgement) {
    String sentence =
        judgement.kind() != Judgement.Kind.STALE
            ? ""
            : "Key %d does not hold the write that was acknowledged at %s%s, but is %s behind."
                .formatted(
                    key.key(),
                    ConsistencyFindings.instant(judgement.missedAckNanos()),
                    judgement.missedClient() < 0 ? "" : " to client " + judgement.missedClient(),
                    ConsistencyFindings.versions(judgement.versionsBehind()));
    found.put(key, new LastRead(judgement.kind(), sentence));
  }

  /**
   * Counts the keys whose acknowledged writes are visible, and those that lost them.
   *
   * @param missing writes that earlier reads have shown to be lost
   * @param settledNanos the time from the end of the load to the end of the last round
   */
  LostWrites result(List<MissingWrite> missing, long settledNanos) {
    Map<Long, String> lost = new LinkedHashMap<>();
    missing.forEach(write -> lost.put(write.key(), write.example()));
    int before = lost.size();
    int checked = before;
    int inTheEnd = 0;
    for (KeyHistory key : keys) {
      @Nullable LastRead last = found.get(key);
      if (last == null || last.kind() == Judgement.Kind.UNJUDGED) {
        continue;
      }
      if (last.kind() == Judgement.Kind.STALE) {
        inTheEnd++;
        checked += lost.putIfAbsent(key.key(), last.sentence()) == null ? 1 : 0;
      } else if (!lost.containsKey(key.key())) {
        checked++;
      }
    }
    return new LostWrites(
        checked,
        Math.max(0, keys.size() - checked),
        lost.size(),
        settledNanos,
        lost.values().stream().limit(EXAMPLES).toList(),
        lost.size() - inTheEnd);
  }
}
