package org.plimsoll.engine.measure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.plimsoll.api.OperationType;

/**
 * Where the operations that are intended in one phase are recorded: wait-free, each platform thread
 * in shards of its own. {@link #collect} merges them, each second.
 */
public final class PhaseRecorder {
  private final String phase;
  private final List<OperationType> types;
  private final AtomicReferenceArray<Shard> shards;
  private final Map<OperationType, Totals> cumulative = new LinkedHashMap<>();

  public PhaseRecorder(String phase, Collection<OperationType> types) {
    this.phase = phase;
    this.types = new ArrayList<>(types);
    this.shards = new AtomicReferenceArray<>(types.size() * ThreadIndex.COUNT);
  }

  public String phase() {
    return phase;
  }

  /** The calling thread's shard for a type. */
  public Shard shard(OperationType type) {
    int thread = ThreadIndex.current();
    int i = indexOf(type) * ThreadIndex.COUNT + thread;
    Shard shard = shards.getAcquire(i);
    return shard != null ? shard : newShard(i, thread);
  }

  /** What ended since the last call, by type, of those types that something happened to. */
  public Map<OperationType, Totals> collect() {
    Map<OperationType, Totals> interval = new LinkedHashMap<>();
    for (int i = 0; i < shards.length(); i++) {
      Shard shard = shards.getAcquire(i);
      if (shard != null) {
        OperationType type = types.get(i / ThreadIndex.COUNT);
        shard.collectInto(interval.computeIfAbsent(type, t -> new Totals()));
      }
    }
    interval.forEach(
        (type, totals) -> cumulative.computeIfAbsent(type, t -> new Totals()).add(totals));
    return interval;
  }

  /** All that was collected so far. */
  public Map<OperationType, Totals> cumulative() {
    return cumulative;
  }

  /** The sum over types. */
  public static Totals sum(Map<OperationType, Totals> byType) {
    Totals all = new Totals();
    byType.values().forEach(all::add);
    return all;
  }

  private Shard newShard(int i, int thread) {
    Shard fresh = new Shard(thread < ThreadIndex.EXCLUSIVE);
    return shards.compareAndSet(i, null, fresh) ? fresh : shards.getAcquire(i);
  }

  private int indexOf(OperationType type) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i) == type) {
        return i;
      }
    }
    int i = types.indexOf(type);
    if (i < 0) {
      throw new IllegalArgumentException("not an operation of this run: " + type.name());
    }
    return i;
  }
}
