package org.plimsoll.engine.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.result.Phase;

/**
 * Records the operations with intended starts in one phase. Recording is wait-free, because each
 * platform thread has its own shards. {@link #collect} merges them every second.
 */
public final class PhaseRecorder {
  private final Stage stage;
  private final FailureText failureText;

  /** Number of operation types that live changes may add. */
  private static final int SPARE = 16;

  /**
   * The types of operations. Types added later are guarded by this; a thread that does not see them
   * looks them up under the lock.
   */
  private final @Nullable OperationType[] types;

  private final AtomicReferenceArray<Shard> shards;

  /**
   * Totals for the next shard with an event. Most shards have no event in a second, and a new
   * object for each of them would become garbage.
   */
  private Totals spare = new Totals();

  /** Creates a recorder for the first stage of a phase, and for a target without secrets. */
  public PhaseRecorder(Phase phase, Collection<OperationType> types) {
    this(new Stage(phase, 1), types, FailureText.withoutSecrets());
  }

  public PhaseRecorder(Stage stage, Collection<OperationType> types, FailureText failureText) {
    this.stage = stage;
    this.failureText = failureText;
    this.types = Arrays.copyOf(types.toArray(OperationType[]::new), types.size() + SPARE);
    this.shards = new AtomicReferenceArray<>(this.types.length * ThreadIndex.COUNT);
  }

  /** Returns the stage whose operations it records. */
  public Stage stage() {
    return stage;
  }

  /** Returns the calling thread's shard for a type. */
  public Shard shard(OperationType type) {
    int thread = ThreadIndex.current();
    int i = indexOf(type) * ThreadIndex.COUNT + thread;
    Shard shard = shards.getAcquire(i);
    return shard != null ? shard : newShard(i, thread);
  }

  /** Collects the totals since the last call, by type. Types without any event are left out. */
  public Map<OperationType, Totals> collect() {
    Map<OperationType, Totals> interval = new LinkedHashMap<>();
    for (int i = 0; i < shards.length(); i++) {
      Shard shard = shards.getAcquire(i);
      if (shard != null) {
        OperationType type = Objects.requireNonNull(types[i / ThreadIndex.COUNT]);
        Totals totals = interval.getOrDefault(type, spare);
        shard.collectInto(totals);
        if (totals == spare && !spare.isEmpty()) {
          interval.put(type, spare);
          spare = new Totals();
        }
      }
    }
    return interval;
  }

  /** Sums totals over types. */
  public static Totals sum(Map<OperationType, Totals> byType) {
    Totals all = new Totals();
    byType.values().forEach(all::addWithoutSteps);
    return all;
  }

  /**
   * Returns the totals of an operation, of {@code all}, or of a step such as {@code checkout/read}.
   */
  public static Totals named(Map<OperationType, Totals> byType, String name) {
    if (name.equals("all")) {
      return sum(byType);
    }
    Totals found = new Totals();
    int slash = name.indexOf('/');
    String operation = slash < 0 ? name : name.substring(0, slash);
    byType.forEach((type, totals) -> {
      if (type.name().equals(operation)) {
        found.add(slash < 0 ? totals : totals.stepOrNone(name.substring(slash + 1)));
      }
    });
    return found;
  }

  private Shard newShard(int i, int thread) {
    Shard fresh = new Shard(thread < ThreadIndex.EXCLUSIVE, failureText);
    return shards.compareAndSet(i, null, fresh) ? fresh : shards.getAcquire(i);
  }

  private int indexOf(OperationType type) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type) {
        return i;
      }
    }
    return indexOfEqual(type);
  }

  private synchronized int indexOfEqual(OperationType type) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == null) {
        types[i] = type;
      }
      if (type.equals(types[i])) {
        return i;
      }
    }
    throw new IllegalArgumentException("too many operations in one run, cannot add " + type.name());
  }
}
