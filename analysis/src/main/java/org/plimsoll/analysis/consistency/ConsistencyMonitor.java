package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.load.OperationWatch;
import org.plimsoll.engine.load.OperationWatches;
import org.plimsoll.engine.spec.ConsistencySpec;

/**
 * Follows the writes and reads of a run, and judges what the reads return. Shared by all threads; a
 * key is locked for the time that one operation on it is looked at, and nothing else is. Of keys
 * that are not in the sample only the hash is taken.
 *
 * <p>It takes this process alone to write to the keys while the run goes on.
 */
public final class ConsistencyMonitor {
  private final ConsistencySpec spec;
  private final KeySample sample;
  private final Tally tally = new Tally();
  private final OperationHistory history;
  private final AtomicLong watches = new AtomicLong();
  private final boolean ignoresMissing;
  private final int run;
  private final long originNanos;
  private final long originEpochNanos;
  private volatile long countFromNanos;
  private volatile @Nullable ReadBack readBack;

  /**
   * Follows from now on.
   *
   * @param keys the size of the key space
   * @param ignoresMissing whether rows may vanish, as in a cache
   * @param run names this process's part of the run in the rows, not 0
   * @param originNanos the clock's time now, and {@code originEpochNanos} the same since 1970
   */
  public ConsistencyMonitor(
      ConsistencySpec spec,
      long keys,
      boolean ignoresMissing,
      int run,
      long originNanos,
      long originEpochNanos) {
    this.spec = spec;
    this.sample = new KeySample(spec.keys(), keys, spec.clients());
    this.history = new OperationHistory(spec.historyOperations());
    this.ignoresMissing = ignoresMissing;
    this.run = run;
    this.originNanos = originNanos;
    this.originEpochNanos = originEpochNanos;
  }

  /**
   * The watches of one load of several; each has its share of the clients that are followed.
   *
   * @param index of the load
   */
  public OperationWatches watches(int index, int loads) {
    int clients = Math.max(1, spec.clients() / loads);
    return new ConsistencyWatches(this, index * clients % spec.clients(), clients);
  }

  OperationWatch newWatch(int firstClient, int clients) {
    return new ConsistencyWatch(this, watches.incrementAndGet(), firstClient, clients);
  }

  /** Counts reads that begin from an instant on; those before are only learned from. */
  public void countFrom(long nanos) {
    countFromNanos = sinceOrigin(nanos);
  }

  /** The load is over: from now on reads find out what has become of the writes. */
  public ReadBack readsBack() {
    List<KeyHistory> written = sample.all().stream().filter(KeyHistory::isWritten).toList();
    ReadBack begun = new ReadBack(written);
    readBack = begun;
    return begun;
  }

  void count(KeyHistory key, Judgement judgement, long startNanos, Tally.Story story) {
    ReadBack checking = readBack;
    if (checking != null) {
      checking.judged(key, judgement);
    } else if (startNanos >= countFromNanos) {
      tally.count(judgement, story);
    }
  }

  long sinceOrigin(long nanos) {
    return Math.max(0, nanos - originNanos);
  }

  long epochNanos(long sinceOriginNanos) {
    return originEpochNanos + sinceOriginNanos;
  }

  long fromEpoch(long epochNanos) {
    return epochNanos - originEpochNanos;
  }

  int run() {
    return run;
  }

  boolean ignoresMissing() {
    return ignoresMissing;
  }

  ConsistencySpec spec() {
    return spec;
  }

  KeySample sample() {
    return sample;
  }

  Tally tally() {
    return tally;
  }

  OperationHistory history() {
    return history;
  }

  /** An instant of the run for sentences: {@code 12.345678 s}. */
  static String clock(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
  }
}
