package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.load.OperationWatches;
import org.plimsoll.engine.spec.ConsistencySpec;

/**
 * Tracks the writes and reads of a run, and judges the results of reads. Thread-safe: a key is
 * locked while one operation on it is examined, and nothing else is locked. For keys outside the
 * sample only the hash is computed.
 *
 * <p>It assumes that only generators of the run write to the keys during the run.
 */
public final class ConsistencyMonitor {
  private final ConsistencySpec spec;
  private final WatchContext context;
  private final Tally tally = new Tally();
  private final AtomicLong watches = new AtomicLong();
  private volatile long countFromNanos;
  private volatile @Nullable ReadBack readBack;

  /**
   * Creates a monitor that has tracked no operation yet.
   *
   * @param keys the size of the key space
   * @param ignoresMissing whether rows may vanish, as in a cache
   * @param run identifies this process's part of the run in the rows; not 0; from {@link
   *     OtherWriters#part} if there are other parts
   * @param others operations of other generators on the keys
   * @param originNanos the clock's time now; {@code originEpochNanos} is the same time since 1970
   */
  public ConsistencyMonitor(
      ConsistencySpec spec,
      long keys,
      boolean ignoresMissing,
      int run,
      OtherWriters others,
      long originNanos,
      long originEpochNanos) {
    this.spec = spec;
    LossEvidence evidence = new LossEvidence(spec.settleNanos(), !others.exist());
    this.context =
        new WatchContext(
            run,
            originNanos,
            originEpochNanos,
            ignoresMissing,
            others,
            new KeySample(spec.keys(), keys, spec.clients(), evidence),
            new OperationHistory(others.exist() ? 0 : spec.history().operations()),
            evidence.outages(),
            new Judged());
  }

  /**
   * Returns the watches of one of several loads. The followed clients are divided among the loads.
   *
   * @param index the number of the load
   */
  public OperationWatches watches(int index, int loads) {
    int clients = Math.max(1, spec.clients() / loads);
    int first = index * clients % spec.clients();
    return () -> new ConsistencyWatch(context, watches.incrementAndGet(), first, clients);
  }

  /** Counts reads that start at this time or later; earlier reads serve only as evidence. */
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

  /** Forwards the judgement of each read. */
  private final class Judged implements WatchContext.Judgements {
    @Override
    public Judgement.Stage stage(long startNanos) {
      return readBack != null
          ? Judgement.Stage.READ_BACK
          : startNanos >= countFromNanos ? Judgement.Stage.MEASURED : Judgement.Stage.BEFORE;
    }

    @Override
    public void judged(KeyHistory key, Judgement judgement, Tally.Story story) {
      tally.count(judgement.released());
      ReadBack checking = readBack;
      if (judgement.stage() == Judgement.Stage.MEASURED) {
        tally.count(judgement, story);
      } else if (checking != null) {
        checking.judged(key, judgement);
      }
    }
  }

  /** Decides which missing writes are lost; called when all reads have been judged. */
  List<MissingWrite> lost() {
    Judgement undecided = new Judgement();
    List<MissingWrite> lost = new ArrayList<>();
    for (KeyHistory key : sample().all()) {
      MissingWrite missing = key.decided(undecided);
      tally.count(undecided.released());
      if (missing != null && missing.isLost()) {
        lost.add(missing);
      }
    }
    return lost;
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
