package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.load.OperationWatches;
import org.plimsoll.engine.spec.ConsistencySpec;

/**
 * Follows the writes and reads of a run and judges what the reads return. Thread-safe: a key is
 * locked while one operation on it is examined, and nothing else is locked. For keys outside the
 * sample only the hash is computed.
 *
 * <p>It assumes that this process alone writes to the keys during the run.
 */
public final class ConsistencyMonitor {
  private final ConsistencySpec spec;
  private final WatchContext context;
  private final Tally tally = new Tally();
  private final AtomicLong watches = new AtomicLong();
  private volatile long countFromNanos;
  private volatile @Nullable ReadBack readBack;

  /**
   * Starts to follow operations.
   *
   * @param keys the size of the key space
   * @param ignoresMissing whether rows may vanish, as in a cache
   * @param run identifies this process's part of the run in the rows; not 0
   * @param originNanos the clock's time now; {@code originEpochNanos} is the same time since 1970
   */
  public ConsistencyMonitor(
      ConsistencySpec spec,
      long keys,
      boolean ignoresMissing,
      int run,
      long originNanos,
      long originEpochNanos) {
    this.spec = spec;
    this.context =
        new WatchContext(
            run,
            originNanos,
            originEpochNanos,
            ignoresMissing,
            new KeySample(spec.keys(), keys, spec.clients()),
            new OperationHistory(spec.history().operations()),
            this::judged);
  }

  /**
   * Returns the watches of one of several loads; each load has its share of the followed clients.
   *
   * @param index the number of the load
   */
  public OperationWatches watches(int index, int loads) {
    int clients = Math.max(1, spec.clients() / loads);
    int first = index * clients % spec.clients();
    return () -> new ConsistencyWatch(context, watches.incrementAndGet(), first, clients);
  }

  /** Counts reads that start at this time or later; earlier reads only add knowledge. */
  public void countFrom(long nanos) {
    countFromNanos = context.sinceOrigin(nanos);
  }

  /** Starts the read-back of acknowledged writes; called when the load has ended. */
  public ReadBack readsBack() {
    List<KeyHistory> written = sample().all().stream().filter(KeyHistory::isWritten).toList();
    ReadBack begun = new ReadBack(written);
    readBack = begun;
    return begun;
  }

  private void judged(KeyHistory key, Judgement judgement, long startNanos, Tally.Story story) {
    ReadBack checking = readBack;
    if (checking != null) {
      checking.judged(key, judgement);
    } else if (startNanos >= countFromNanos) {
      tally.count(judgement, story);
    }
  }

  ConsistencySpec spec() {
    return spec;
  }

  KeySample sample() {
    return context.sample();
  }

  Tally tally() {
    return tally;
  }

  OperationHistory history() {
    return context.history();
  }
}
