package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/** One lane of an open load: its schedule and its next operation. Used by the pacer's thread. */
final class OpenLane {
  private final int number;
  private final Backlog backlog;
  private final ArrivalSchedule schedule;
  private final OperationRandom scratch = new OperationRandom();
  private OperationSource source;
  private long clockNanos;
  private long index;

  // The next operation: its index, its type, whether it takes a new key, whether it is answered
  // without being sent, its slot if there is one, and whether the slot is prepared.
  private long typedIndex = -1;
  private OperationType type = OperationType.READ;
  private boolean inserts;
  private boolean clientCached;
  private @Nullable Slot slot;
  private boolean ready;

  /**
   * A lane before its first arrival.
   *
   * @param clockNanos when the clock of its rate starts
   */
  OpenLane(
      int number,
      Backlog backlog,
      ArrivalSchedule schedule,
      long clockNanos,
      OperationSource source) {
    this.number = number;
    this.backlog = backlog;
    this.schedule = schedule;
    this.clockNanos = clockNanos;
    this.source = source;
  }

  int number() {
    return number;
  }

  /** The backlog of its arrivals. */
  Backlog backlog() {
    return backlog;
  }

  OperationSource source() {
    return source;
  }

  void source(OperationSource next) {
    source = next;
  }

  /** The index of the next operation. */
  long index() {
    return index;
  }

  /** When the next operation is due. */
  long dueNanos() {
    return schedule.dueNanos();
  }

  /** The type of the next operation, once it is prepared. */
  OperationType type() {
    return type;
  }

  /** Whether the next operation is answered without being sent. */
  boolean isClientCached() {
    return clientCached;
  }

  /** The slot of the next operation; null when the arena has none. */
  @Nullable Slot slot() {
    return slot;
  }

  /**
   * Prepares the next operation before it is due, unless it is an insert. An insert takes a new
   * key, which would be missing permanently if the insert were not sent.
   */
  void prepare(Arena arena, long startNanos) {
    if (typedIndex != index) {
      type = source.type(scratch, index);
      inserts = source.inserts(type);
      clientCached = source.isClientCached(scratch, index);
      typedIndex = index;
      ready = false;
    }
    if (clientCached) {
      return;
    }
    if (slot == null) {
      slot = arena.take();
    }
    if (!ready && slot != null && !inserts) {
      source.prepare(slot.operation, index, schedule.dueNanos() - startNanos);
      ready = true;
    }
  }

  /** Completes the operation in the lane's slot, which then belongs to the sender. */
  void hand(Slot sent, long startNanos) {
    if (!ready) {
      source.prepare(sent.operation, index, schedule.dueNanos() - startNanos);
    }
    slot = null;
  }

  /** Moves on to the next operation. */
  void advance() {
    index++;
    schedule.advance();
  }

  /** Skips the arrivals before this instant; the next operation is due then. */
  void skipTo(long nanos) {
    schedule.skipTo(nanos);
    ready = false; // keys may depend on the time
  }

  /**
   * Changes the rate. The clock of a new shape starts with the measurement, or now if the
   * measurement has started. Another share of the same shape keeps its clock.
   */
  void rate(RateSpec before, RateSpec next, long measureNanos, long nowNanos, TargetRate target) {
    if (!RateSpec.whole(before).equals(RateSpec.whole(next))) {
      clockNanos = measureNanos - nowNanos > 0 ? measureNanos : nowNanos;
    }
    RateShape shape = RateShape.of(next);
    schedule.rate(shape, clockNanos, nowNanos);
    target.change(number, shape, clockNanos, nowNanos);
  }

  /** Ends the lane: its prepared operation is not sent, and its rate is 0 from now on. */
  void leave(Arena arena, TargetRate target, long nowNanos) {
    if (slot != null) {
      arena.giveBack(slot);
      slot = null;
    }
    target.change(number, RateShape.of(RateSpec.NONE), clockNanos, nowNanos);
  }

  /** Changes the distribution of the gaps between arrivals. */
  void process(ArrivalProcess next) {
    schedule.process(next);
  }
}
