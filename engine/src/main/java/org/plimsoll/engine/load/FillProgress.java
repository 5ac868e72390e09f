package org.plimsoll.engine.load;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.workload.FillSource;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Tracks the position from which an interrupted fill continues. Rows are written by several
 * operations at once, so some rows after the first missing one exist.
 *
 * <p>Each buffer has a place with the position that it was prepared for. Only the thread that has
 * the operation writes to the place.
 */
public final class FillProgress implements OperationSource, OperationWatches {
  private static final long NONE = Long.MAX_VALUE;

  private final FillSource source;
  private final Map<OperationBuffer, Place> places = new ConcurrentHashMap<>();
  private final LongAccumulator firstFailed = new LongAccumulator(Math::min, NONE);

  /** The positions of one buffer: that of its current operation, and the highest so far. */
  private static final class Place {
    volatile long current = NONE;
    volatile long highest = -1;
  }

  /** Tracks the operations of a fill. */
  public FillProgress(FillSource source) {
    this.source = source;
  }

  /** Returns the first position whose row is not known to be written; the end if all are. */
  public long position() {
    long open = firstFailed.get();
    long highest = source.fromPosition() - 1;
    for (Place place : places.values()) {
      open = Math.min(open, place.current);
      highest = Math.max(highest, place.highest);
    }
    return Math.min(open, highest + 1);
  }

  @Override
  public OperationType type(OperationRandom scratch, long index) {
    return source.type(scratch, index);
  }

  @Override
  public boolean prepare(OperationBuffer into, long index, long atNanos) {
    long position = source.fromPosition() + index;
    if (position < source.positions()) {
      Place place = places.computeIfAbsent(into, _ -> new Place());
      place.highest = position;
      place.current = position;
    }
    return source.prepare(into, index, atNanos);
  }

  @Override
  public OperationWatch newWatch() {
    return new Watch();
  }

  /** Returns false: the rows of a fill have no stamps. */
  @Override
  public boolean stamps() {
    return false;
  }

  private final class Watch implements OperationWatch {
    private @Nullable Place place;

    @Override
    public void client(int number) {
      // The order of the clients' operations does not matter.
    }

    @Override
    public void starts(OperationBuffer operation, long intendedNanos, long nowNanos) {
      Place its = place;
      if (its == null) {
        its = places.computeIfAbsent(operation, _ -> new Place());
        place = its;
      }
      its.current = (operation.index() - source.shard()) / source.shards();
    }

    @Override
    public void ends(OperationBuffer operation, Outcome outcome, long nowNanos) {
      Place its = place;
      if (its != null) {
        if (outcome.status() == Outcome.Status.FAILED) {
          firstFailed.accumulate(its.current);
        }
        its.current = NONE;
      }
    }

    @Override
    public void abandoned(OperationBuffer operation) {
      Place its = place;
      if (its != null) {
        firstFailed.accumulate(its.current);
      }
    }
  }
}
