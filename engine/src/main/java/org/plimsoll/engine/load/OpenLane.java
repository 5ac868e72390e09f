package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.spec.Sides;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/** One lane of an open load: its schedule and its next operation. Used by the pacer's thread. */
final class OpenLane {
  private final int number;
  private final Backlog backlog;
  private final LaneWalk walk;
  private final TargetRate target;
  private final OperationRandom scratch = new OperationRandom();
  private RateShape shape;
  private ShareView shares;
  private OperationSource source;
  private Sides sent = Sides.BOTH;
  private double sentShare = 1;
  private long clockNanos;

  // The next operation: its index, its type, whether its side is on, whether it takes a new key,
  // whether it is answered without being sent, its slot if there is one, and whether the slot is
  // prepared.
  private long typedIndex = -1;
  private OperationType type = OperationType.READ;
  private boolean isOff;
  private boolean inserts;
  private boolean clientCached;
  private @Nullable Slot slot;
  private boolean ready;

  /**
   * Creates a lane before its first arrival.
   *
   * @param shares the owners of its operations
   * @param clockNanos start of the clock of the lane's rate
   * @param target receives this generator's share of the rate
   */
  OpenLane(
      int number,
      Backlog backlog,
      LaneWalk walk,
      ShareView shares,
      RateShape shape,
      long clockNanos,
      TargetRate target,
      OperationSource source) {
    this.number = number;
    this.backlog = backlog;
    this.walk = walk;
    this.shares = shares;
    this.shape = shape;
    this.clockNanos = clockNanos;
    this.target = target;
    this.source = source;
  }

  int number() {
    return number;
  }

  /** Returns the backlog of the lane's arrivals. */
  Backlog backlog() {
    return backlog;
  }

  LaneWalk walk() {
    return walk;
  }

  OperationSource source() {
    return source;
  }

  /** Replaces the operations, including the next one. */
  void source(OperationSource next) {
    if (source != next) {
      source = next;
      typedIndex = -1;
    }
  }

  /**
   * Applies the switches of reads and writes of this generator, from the lane's next operation on.
   */
  void sides(Parameters.Lane lane, long originNanos, long atNanos) {
    if (!sent.equals(lane.sent()) || sentShare != lane.sentShare()) {
      sent = lane.sent();
      sentShare = lane.sentShare();
      typedIndex = -1;
      follow(originNanos, atNanos);
    }
  }

  /** Returns the owners of its operations. */
  ShareView shares() {
    return shares;
  }

  /** Whether the next operation belongs to this generator and is not yet accounted for. */
  boolean isOwn(long originNanos) {
    return shares.isAll()
        || (shares.owns(walk.index(), walk.dueNanos() - originNanos) && !walk.isHandled());
  }

  /**
   * Replaces the owners of its operations, and returns to the first one that is not accounted for.
   */
  void shares(ShareView next) {
    shares = next;
    walk.record();
    walk.returnToUnhandled();
    typedIndex = -1;
  }

  /** Sets the target rate to this generator's share of the lane's rate. */
  void follow(long originNanos, long nowNanos) {
    double share = shares.share(nowNanos - originNanos) * sentShare;
    target.change(number, shape.share(share), clockNanos, nowNanos);
  }

  /** Returns the index of the next operation. */
  long index() {
    return walk.index();
  }

  /** Returns when the next operation is due. */
  long dueNanos() {
    return walk.dueNanos();
  }

  /** Returns the type of the next operation, once it is prepared. */
  OperationType type() {
    return type;
  }

  /**
   * Whether the next operation is on a side that is switched off, so that it is not sent or
   * counted.
   */
  boolean isOff() {
    return isOff;
  }

  /** Whether the next operation is answered without being sent. */
  boolean isClientCached() {
    return clientCached;
  }

  /** The slot of the next operation; null if the arena has none. */
  @Nullable Slot slot() {
    return slot;
  }

  /**
   * Prepares the next operation before it is due, unless it is an insert. An insert takes a new
   * key, which would be missing permanently if the insert were not sent.
   */
  void prepare(Arena arena, long startNanos) {
    long index = walk.index();
    if (typedIndex != index) {
      type = source.type(scratch, index);
      isOff = !sent.include(type);
      inserts = source.inserts(type);
      clientCached = source.isClientCached(scratch, index);
      typedIndex = index;
      ready = false;
    }
    if (clientCached || isOff) {
      return;
    }
    if (slot == null) {
      slot = arena.take();
    }
    if (!ready && slot != null && !inserts) {
      source.prepare(slot.operation, index, walk.dueNanos() - startNanos);
      ready = true;
    }
  }

  /** Completes the operation in the lane's slot and hands the slot to the sender. */
  void hand(Slot sent, long startNanos) {
    if (!ready) {
      source.prepare(sent.operation, walk.index(), walk.dueNanos() - startNanos);
    }
    slot = null;
  }

  /** Skips the arrivals before this instant; the next operation is due then. */
  void skipTo(long nanos) {
    walk.skipTo(nanos);
    ready = false; // keys may depend on the time
  }

  /**
   * Changes the rate. The clock of a new shape starts with the measurement, or now if the
   * measurement has started. If only the share of the rate changes, the clock continues.
   */
  void rate(RateSpec before, RateSpec next, long measureNanos, long nowNanos, long originNanos) {
    if (!RateSpec.whole(before).equals(RateSpec.whole(next))) {
      clockNanos = measureNanos - nowNanos > 0 ? measureNanos : nowNanos;
    }
    shape = RateShape.of(next);
    walk.rate(shape, clockNanos, nowNanos);
    follow(originNanos, nowNanos);
  }

  /** Ends the lane: its prepared operation is not sent, and its rate is 0 from now on. */
  void leave(Arena arena, long nowNanos) {
    if (slot != null) {
      arena.giveBack(slot);
      slot = null;
    }
    target.change(number, RateShape.of(RateSpec.NONE), clockNanos, nowNanos);
  }
}
