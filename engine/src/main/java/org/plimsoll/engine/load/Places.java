package org.plimsoll.engine.load;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;

/**
 * Assigns the places of an open load to its operations. An operation needs a place in the {@link
 * Room} of its lane, and a session.
 */
final class Places {
  private final Sessions sessions;
  private final Arena arena;

  Places(Sessions sessions, Arena arena) {
    this.sessions = sessions;
    this.arena = arena;
  }

  /** Takes a place in the room and a session for an operation; null if either is missing. */
  Sessions.@Nullable Entry enter(Room room, int lane, Parameters now) {
    if (!room.take(size(lane, now))) {
      return null;
    }
    Sessions.Entry session = sessions.tryAcquire(bound(now));
    if (session == null) {
      room.leave();
    }
    return session;
  }

  static void leave(Slot slot) {
    Room room = slot.room;
    if (room == null) {
      throw new IllegalStateException("an operation without an in-flight slot has ended");
    }
    room.leave();
  }

  /** Whether the in-flight bound is reached. */
  boolean isAtBound(Room room, int lane, Parameters now) {
    return room.isFull(size(lane, now)) || sessions.isAtBound(bound(now));
  }

  /** Whether the operations in flight are within the limits of the given parameters. */
  boolean areWithin(Parameters now, List<Backlog> backlogs) {
    for (int lane = 0; lane < Math.min(backlogs.size(), now.lanes().size()); lane++) {
      if (backlogs.get(lane).room().taken() > size(lane, now)) {
        return false;
      }
    }
    return sessions.inFlight() <= bound(now);
  }

  /** Returns the size of the lane's room. In an open load it is limited only by the sessions. */
  private static int size(int lane, Parameters now) {
    return now.model() == Model.PACED ? now.lanes().get(lane).workers() : Integer.MAX_VALUE;
  }

  /**
   * Returns the maximum number of calls in flight. It may exceed the number of paced workers, since
   * a worker continues when the deadline of its call has passed.
   */
  private int bound(Parameters now) {
    int least = now.model() == Model.PACED ? now.workers() : 0;
    return Math.min(Math.max(least, now.bound().maxInFlight()), arena.capacity());
  }
}
