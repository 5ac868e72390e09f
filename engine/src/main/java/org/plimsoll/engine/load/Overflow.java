package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.load.Backlog.Cause;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;

/**
 * Decides what happens to the arrivals of an open load that cannot be sent at once: each waits in
 * the backlog of its lane, or is shed. Used by the pacer's thread.
 */
final class Overflow {
  private final Places places;
  private final Backlogs backlogs;
  private final BacklogDrain drain;
  private final Waits waits;

  Overflow(Places places, Backlogs backlogs, BacklogDrain drain, Waits waits) {
    this.places = places;
    this.backlogs = backlogs;
    this.drain = drain;
    this.waits = waits;
  }

  /** Puts the lane's next operation into its backlog; false if the caller must shed it. */
  boolean keep(
      OpenLane lane, long dueNanos, long arrivedNanos, PhaseRecorder recorder, Parameters now) {
    boolean holds = Hold.isAsked(now);
    Backlog backlog = lane.backlog();
    Cause cause = cause(lane.slot(), backlog.room(), lane.number(), now);
    waits.noRoom(cause != Cause.SESSION);
    if (!holds) {
      recorder.shard(lane.type()).count(cause.counter());
    }
    if (!waitsForRoom(now)) {
      return false;
    }
    Backlog.Arrival arrival =
        new Backlog.Arrival(
            lane.number(),
            lane.source(),
            lane.index(),
            lane.type(),
            recorder,
            dueNanos,
            holds ? dueNanos : arrivedNanos,
            cause);
    backlogs.add(backlog, arrival);
    drain.send(backlog);
    return true;
  }

  /** Returns the reason why an arrival cannot be sent at once. */
  private Cause cause(@Nullable Slot slot, Room room, int lane, Parameters now) {
    if (Hold.isAsked(now)) {
      return Cause.HOLD;
    }
    return slot == null || places.isAtBound(room, lane, now) ? Cause.BOUND : Cause.SESSION;
  }

  /**
   * Whether an arrival waits in the backlog instead of being shed. In a paced load it waits while
   * the backlog has space.
   */
  private boolean waitsForRoom(Parameters now) {
    if (Hold.isAsked(now)) {
      return true;
    }
    boolean waits = now.model() == Model.PACED || now.bound().whenFull() == WhenFull.WAIT;
    return waits && backlogs.waiting() < now.bound().maxBacklog();
  }
}
