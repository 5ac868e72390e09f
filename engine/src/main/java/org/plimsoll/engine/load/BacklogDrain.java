package org.plimsoll.engine.load;

import org.plimsoll.engine.load.Backlog.Cause;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Waits;

/**
 * Sends the waiting arrivals of an open load, in order, as long as there are free places. Called by
 * the thread that has freed one.
 */
final class BacklogDrain {
  private final LoadContext context;
  private final Course course;
  private final Backlogs backlogs;
  private final Places places;
  private final Arena arena;
  private final Waits waits;
  private final Runnable removed;

  /**
   * Set while a thread sends waiting arrivals, so that an answer inside its call does not recurse.
   */
  private final ThreadLocal<Boolean> draining = new ThreadLocal<>();

  /** Start of the load. Set before any operation; read by all threads. */
  private volatile long startNanos;

  /**
   * Creates a drain of a load that has not started.
   *
   * @param removed called when an arrival may have left a backlog
   */
  BacklogDrain(
      LoadContext context,
      Course course,
      Backlogs backlogs,
      Places places,
      Arena arena,
      Waits waits,
      Runnable removed) {
    this.context = context;
    this.course = course;
    this.backlogs = backlogs;
    this.places = places;
    this.arena = arena;
    this.waits = waits;
    this.removed = removed;
  }

  void start(long nanos) {
    startNanos = nanos;
  }

  /** Sends the waiting arrivals of all backlogs. */
  void sendAll() {
    for (Backlog backlog : backlogs.all()) {
      send(backlog);
    }
  }

  void send(Backlog backlog) {
    if (backlog.waiting() == 0 || draining.get() != null) {
      return;
    }
    draining.set(true);
    try {
      while (sendFirst(backlog)) {}
    } finally {
      draining.remove();
    }
    removed.run(); // waiting arrivals may have been dropped
  }

  /** Sends the oldest waiting arrival; false if there is none, or no free place for it. */
  private boolean sendFirst(Backlog backlog) {
    Room room = backlog.room();
    Sessions.Entry session;
    Slot slot;
    Backlog.Arrival arrival;
    synchronized (backlogs) {
      long nowNanos = context.clock().nanoTime();
      backlogs.dropOverdue(backlog, nowNanos, course.own().timeoutNanos());
      if (backlog.isEmpty() || !course.shares().maySend(nowNanos)) {
        return false;
      }
      session = places.enter(room, backlog.first().lane(), course.own());
      if (session == null) {
        return false;
      }
      slot = arena.take();
      if (slot == null) {
        context.sessions().release(session);
        room.leave();
        return false;
      }
      arrival = backlog.remove();
    }
    removed.run();
    slot.room = room;
    send(arrival, slot, session);
    return true;
  }

  private void send(Backlog.Arrival arrival, Slot slot, Sessions.Entry session) {
    arrival.source().prepare(slot.operation, arrival.index(), arrival.dueNanos() - startNanos);
    long sentNanos = context.clock().nanoTime();
    boolean held = arrival.cause() == Cause.HOLD;
    if (held) {
      Shard shard = arrival.recorder().shard(arrival.type());
      shard.count(Counter.SCHEDULED);
      shard.count(arrival.cause().counter());
    }
    long deadlineNanos = (held ? sentNanos : arrival.dueNanos()) + course.own().timeoutNanos();
    waits.waited(arrival.cause() != Cause.SESSION, sentNanos - arrival.arrivedNanos());
    slot.send(arrival.recorder(), session, true, arrival.dueNanos(), sentNanos, deadlineNanos);
  }
}
