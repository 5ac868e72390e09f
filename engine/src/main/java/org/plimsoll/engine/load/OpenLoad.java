package org.plimsoll.engine.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;

/**
 * An open load: starts an operation at each instant of the schedule, whatever the target does. At
 * the in-flight bound an arrival waits in a bounded backlog or is shed. In a paced load the number
 * of workers is the bound: a free worker takes the next arrival of its lane, however late.
 *
 * <p>The pacer's thread alone handles arrivals. Waiting arrivals are sent in order by the thread
 * that freed a place. The lock guards the backlogs.
 */
public final class OpenLoad implements Load, Slot.Owner {
  /**
   * Maximum number of arrivals that are handled in a row. Simulated answers share the pacer's
   * thread, and must not wait until all overdue arrivals have been handled after a pause.
   */
  private static final int TURNS_MAX = 64;

  private final LoadContext context;
  private final PhasePlan plan;
  private final Waits waits;
  private final TargetRate target;
  private final Alarm pacer;
  private final Arena arena;
  private final Signal finished = new Signal();
  private final OpenLanes lanes;

  /**
   * Set while a thread sends waiting arrivals, so that an answer inside its call does not recurse.
   */
  private final ThreadLocal<Boolean> draining = new ThreadLocal<>();

  /** One backlog for all lanes of an open load, or one per lane of a paced load. */
  private final List<Backlog> backlogs;

  /** Scheduled operations that are not accounted for, plus one until the schedule has ended. */
  private final AtomicLong open = new AtomicLong(1);

  private volatile Parameters parameters;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  /** Whether the schedule has ended. Used by the pacer's thread. */
  private boolean ended;

  /** Set before any operation; read by all threads. */
  private volatile long startNanos;

  /**
   * A load that has not started.
   *
   * @param waits records waits by their cause
   * @param capacity maximum number of operations in flight that memory allows
   */
  public OpenLoad(
      LoadContext context,
      PhasePlan plan,
      Parameters parameters,
      Lanes sources,
      Waits waits,
      long seed,
      int capacity) {
    this.context = context;
    this.plan = plan;
    this.parameters = parameters;
    this.waits = waits;
    this.target = new TargetRate(plan.measureNanos());
    this.arena = new Arena(capacity, () -> new Slot(context, this, plan));
    int count = parameters.model() == Model.PACED ? parameters.lanes().size() : 1;
    this.backlogs = Stream.generate(Backlog::new).limit(count).toList();
    this.lanes = new OpenLanes(sources, backlogs, target, seed, plan.measureNanos());
    this.pacer = new Alarm(context.clock().pacer(), this::dispatchDueOrFail);
  }

  @Override
  public void start(long nanos) {
    startNanos = nanos;
    pacer.arm(now());
  }

  @Override
  public void change(Parameters next) {
    parameters = next;
    pacer.arm(now());
    drain();
  }

  @Override
  public void stop() {
    plan.endAt(now());
    pacer.arm(now());
  }

  @Override
  public Signal finished() {
    return finished;
  }

  @Override
  public @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public TargetRate target() {
    return target;
  }

  @Override
  public int backlog() {
    int waiting = 0;
    for (Backlog backlog : backlogs) {
      waiting += backlog.waiting();
    }
    return waiting;
  }

  @Override
  public void abort() {
    aborted = true;
    stop();
    dropAll();
  }

  private void dropAll() {
    synchronized (this) {
      for (Backlog backlog : backlogs) {
        while (!backlog.isEmpty()) {
          dropFirst(backlog, Counter.UNFINISHED);
        }
      }
    }
    arena.forEach(Slot::abandonUnfinished);
  }

  @Override
  public void expire(long nowNanos) {
    if (aborted) {
      dropAll(); // operations that were being sent when the load was aborted
      return;
    }
    arena.forEach(slot -> slot.abandonIfExpired(nowNanos));
    synchronized (this) {
      backlogs.forEach(backlog -> dropExpired(backlog, nowNanos));
    }
    if (plan.isOver(nowNanos)) {
      pacer.arm(nowNanos); // another load may have ended the phase
    }
    drain();
  }

  @Override
  public void completed(Slot slot) {
    Sessions.Entry session = slot.session();
    leaveRoom(slot);
    arena.giveBack(slot);
    context.sessions().release(session);
    accounted();
    drain();
  }

  @Override
  public void abandoned(Slot slot) {
    leaveRoom(slot);
    arena.replace(slot);
    accounted();
  }

  private long dispatchDueOrFail(long wokenNanos) {
    try {
      return dispatchDue(wokenNanos);
    } catch (RuntimeException | Error e) {
      failure = e;
      finished.fire();
      return Alarm.NEVER;
    }
  }

  /** Handles all arrivals that are due; returns the time of the next one. */
  private long dispatchDue(long wokenNanos) {
    long nowNanos = wokenNanos;
    for (int turn = 0; !ended; turn++) {
      if (turn == TURNS_MAX) {
        return nowNanos;
      }
      if (parameters != lanes.applied()) {
        lanes.apply(parameters, nowNanos, startNanos);
      }
      OpenLane lane = lanes.earliest();
      lane.prepare(arena, startNanos);
      long dueNanos = lane.dueNanos();
      if (dueNanos - nowNanos > 0) {
        nowNanos = now();
        if (dueNanos - nowNanos > 0 && !plan.isOver(nowNanos)) {
          return plan.orEnd(dueNanos);
        }
      }
      PhaseRecorder recorder = plan.recorderAt(dueNanos);
      if (recorder == null) {
        ended = true;
        accounted();
      } else {
        arrive(lane, dueNanos, recorder);
        lane.advance();
      }
    }
    return Alarm.NEVER;
  }

  /** Sends the lane's next operation, puts it into the backlog, or sheds it. */
  private void arrive(OpenLane lane, long dueNanos, PhaseRecorder recorder) {
    Parameters now = parameters;
    Slot slot = lane.slot();
    OperationType type = lane.type();
    if (lane.isClientCached()) {
      recorder.shard(type).count(Counter.CLIENT_CACHED);
      return;
    }
    open.incrementAndGet();
    recorder.shard(type).count(Counter.SCHEDULED);
    long arrivedNanos = now();
    waits.arrived(dueNanos, arrivedNanos);
    if (isExpired(dueNanos, arrivedNanos)) {
      recorder.shard(type).count(Counter.NOT_SENT);
      accounted();
      return;
    }
    Backlog backlog = lane.backlog();
    Room room = backlog.room();
    if (slot != null && backlog.waiting() == 0) {
      Sessions.Entry session = enter(room, lane.number(), now);
      if (session != null) {
        lane.hand(slot, startNanos);
        slot.room = room;
        slot.send(recorder, session, true, dueNanos, now(), dueNanos + now.timeoutNanos());
        return;
      }
    }
    boolean atBound =
        slot == null
            || room.isFull(size(lane.number(), now))
            || context.sessions().isAtBound(bound(now));
    waits.noRoom(atBound);
    if (waitsForRoom(now)) {
      Backlog.Arrival arrival =
          new Backlog.Arrival(
              lane.number(),
              lane.source(),
              lane.index(),
              type,
              recorder,
              dueNanos,
              arrivedNanos,
              atBound);
      synchronized (this) {
        backlog.add(arrival);
      }
      drain(backlog);
    } else {
      recorder.shard(type).count(Counter.SHED);
      accounted();
    }
  }

  /** Arrivals of a paced load always wait for a worker. */
  private boolean waitsForRoom(Parameters now) {
    boolean waits = now.model() == Model.PACED || now.bound().whenFull() == WhenFull.WAIT;
    return waits && backlog() < now.bound().maxBacklog();
  }

  /** Takes a place in the room and a session for an operation; null if either is missing. */
  private Sessions.@Nullable Entry enter(Room room, int lane, Parameters now) {
    if (!room.take(size(lane, now))) {
      return null;
    }
    Sessions.Entry session = context.sessions().tryAcquire(bound(now));
    if (session == null) {
      room.leave();
    }
    return session;
  }

  private static void leaveRoom(Slot slot) {
    Room room = slot.room;
    if (room == null) {
      throw new IllegalStateException("an operation without a place in a room has ended");
    }
    room.leave();
  }

  /** The size of the lane's room. An open load has no limit other than that of the sessions. */
  private static int size(int lane, Parameters now) {
    return now.model() == Model.PACED ? now.lanes().get(lane).workers() : Integer.MAX_VALUE;
  }

  /** Sends waiting arrivals while there are free places. */
  private void drain() {
    for (Backlog backlog : backlogs) {
      drain(backlog);
    }
  }

  private void drain(Backlog backlog) {
    if (backlog.waiting() == 0 || draining.get() != null) {
      return;
    }
    draining.set(true);
    try {
      while (sendFirst(backlog)) {}
    } finally {
      draining.remove();
    }
  }

  /** Sends the oldest waiting arrival; false if there is none, or no free place for it. */
  private boolean sendFirst(Backlog backlog) {
    Room room = backlog.room();
    Sessions.Entry session;
    Slot slot;
    Backlog.Arrival arrival;
    synchronized (this) {
      dropExpired(backlog, now());
      if (backlog.isEmpty()) {
        return false;
      }
      session = enter(room, backlog.first().lane(), parameters);
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
    slot.room = room;
    sendWaiting(arrival, slot, session);
    return true;
  }

  private void sendWaiting(Backlog.Arrival arrival, Slot slot, Sessions.Entry session) {
    arrival.source().prepare(slot.operation, arrival.index(), arrival.dueNanos() - startNanos);
    long sentNanos = now();
    long deadlineNanos = arrival.dueNanos() + parameters.timeoutNanos();
    waits.waited(arrival.atBound(), sentNanos - arrival.arrivedNanos());
    slot.send(arrival.recorder(), session, true, arrival.dueNanos(), sentNanos, deadlineNanos);
  }

  /** Needs the lock. */
  private void dropExpired(Backlog backlog, long nowNanos) {
    while (!backlog.isEmpty() && isExpired(backlog.first().dueNanos(), nowNanos)) {
      dropFirst(backlog, Counter.NOT_SENT);
    }
  }

  /** Accounts for the oldest waiting arrival without sending it. Needs the lock. */
  private void dropFirst(Backlog backlog, Counter counter) {
    Backlog.Arrival arrival = backlog.remove();
    arrival.recorder().shard(arrival.type()).count(counter);
    accounted();
  }

  private void accounted() {
    if (open.decrementAndGet() == 0) {
      finished.fire();
    }
  }

  private boolean isExpired(long dueNanos, long nowNanos) {
    return dueNanos + parameters.timeoutNanos() - nowNanos <= 0;
  }

  /**
   * The maximum number of calls in flight. It may exceed the number of paced workers, since a
   * worker continues when its call has passed its deadline.
   */
  private int bound(Parameters now) {
    int least = now.model() == Model.PACED ? now.workers() : 0;
    return Math.min(Math.max(least, now.bound().maxInFlight()), arena.capacity());
  }

  private long now() {
    return context.clock().nanoTime();
  }
}
