package org.plimsoll.engine.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.arrival.ArrivalProcess;
import org.plimsoll.engine.arrival.ArrivalProcesses;
import org.plimsoll.engine.arrival.ArrivalSchedule;
import org.plimsoll.engine.arrival.RateShape;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.Parameters.WhenFull;
import org.plimsoll.engine.spec.RateSpec;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Starts an operation at each instant that the schedule names, whatever the target does. At the
 * in-flight bound an arrival waits in a bounded backlog, or is shed. A paced load is the same with
 * its workers for a bound: each worker that is free takes the next arrival of its lane, however
 * late.
 *
 * <p>The pacer's thread alone handles arrivals. Those that wait are sent, in order, by whichever
 * thread made room; the lock guards the backlogs.
 */
public final class OpenLoad implements Load, Slot.Owner {
  /**
   * Arrivals that are handled at a stretch. Simulated answers share the pacer's thread: those that
   * were due earlier must not wait for all arrivals that a pause has left.
   */
  private static final int TURNS_MAX = 64;

  private final LoadContext context;
  private final PhasePlan plan;
  private final Lanes sources;
  private final Waits waits;
  private final TargetRate target;
  private final long seed;
  private final Alarm pacer;
  private final Arena arena;
  private final Signal finished = new Signal();
  private final List<Lane> lanes = new ArrayList<>();

  /**
   * Set on a thread that sends what waited: an answer within its call must not make it do so anew.
   */
  private final ThreadLocal<Boolean> draining = new ThreadLocal<>();

  private final List<Room> rooms;

  /** Operations scheduled and not accounted for, and one more until the schedule has ended. */
  private final AtomicLong open = new AtomicLong(1);

  private volatile Parameters parameters;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  // Of the pacer's thread alone:
  private @Nullable Parameters applied;
  private boolean ended;

  /** Set before any operation, and then read by all threads. */
  private volatile long startNanos;

  /**
   * Room for operations, and those that wait for it: one for all lanes of an open load, one for
   * each lane's workers in a paced load.
   */
  static final class Room {
    private final Backlog backlog = new Backlog();
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int waiting;

    private boolean take(int size) {
      int seen;
      do {
        seen = taken.get();
        if (seen >= size) {
          return false;
        }
      } while (!taken.compareAndSet(seen, seen + 1));
      return true;
    }

    private void leave() {
      taken.decrementAndGet();
    }
  }

  /** The operations of one lane, in order. */
  static final class Lane {
    private final int number;
    private final Room room;
    private final ArrivalSchedule schedule;
    private final OperationRandom scratch = new OperationRandom();
    private volatile OperationSource source;
    private long clockNanos;
    private long index;

    // The next operation: its type, whether it takes new keys, whether it is not sent at all, its
    // slot if there is one, and whether that is ready to go.
    private long typedIndex = -1;
    private OperationType type = OperationType.READ;
    private boolean inserts;
    private boolean clientCached;
    private @Nullable Slot slot;
    private boolean ready;

    Lane(int number, Room room, ArrivalSchedule schedule, long clockNanos, OperationSource source) {
      this.clockNanos = clockNanos;
      this.number = number;
      this.room = room;
      this.schedule = schedule;
      this.source = source;
    }
  }

  /**
   * A load that has not started.
   *
   * @param waits where waits are recorded by their cause
   * @param capacity the most operations in flight that memory allows
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
    this.sources = sources;
    this.waits = waits;
    this.target = new TargetRate(plan.measureNanos());
    this.seed = seed;
    this.arena = new Arena(capacity, () -> new Slot(context, this));
    int count = parameters.model() == Model.PACED ? parameters.lanes().size() : 1;
    this.rooms = Stream.generate(Room::new).limit(count).toList();
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
    for (Room room : rooms) {
      waiting += room.waiting;
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
      for (Room room : rooms) {
        while (!room.backlog.isEmpty()) {
          dropFirst(room, Counter.UNFINISHED);
        }
      }
    }
    arena.forEach(Slot::abandonUnfinished);
  }

  @Override
  public void expire(long nowNanos) {
    if (aborted) {
      dropAll(); // what was on its way when the load was aborted
      return;
    }
    arena.forEach(slot -> slot.abandonIfExpired(nowNanos));
    synchronized (this) {
      rooms.forEach(room -> dropExpired(room, nowNanos));
    }
    if (plan.isOver(nowNanos)) {
      pacer.arm(nowNanos); // another load may have brought the end about
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

  /** Handles every arrival that is due, and returns when the next one will be. */
  private long dispatchDue(long wokenNanos) {
    long nowNanos = wokenNanos;
    for (int turn = 0; !ended; turn++) {
      if (turn == TURNS_MAX) {
        return nowNanos;
      }
      if (parameters != applied) {
        apply(parameters, nowNanos);
      }
      Lane lane = earliest();
      prepare(lane);
      long dueNanos = lane.schedule.dueNanos();
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
        lane.index++;
        lane.schedule.advance();
      }
    }
    return Alarm.NEVER;
  }

  /** Sends the lane's next operation, or lets it wait, or sheds it. */
  private void arrive(Lane lane, long dueNanos, PhaseRecorder recorder) {
    Parameters now = parameters;
    Slot slot = lane.slot;
    OperationType type = lane.type;
    if (lane.clientCached) {
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
    Room room = lane.room;
    if (slot != null && room.waiting == 0) {
      Sessions.Entry session = enter(room, lane, now);
      if (session != null) {
        if (!lane.ready) {
          lane.source.prepare(slot.operation, lane.index, dueNanos - startNanos);
        }
        lane.slot = null;
        slot.room = room;
        slot.send(recorder, session, true, dueNanos, now(), dueNanos + now.timeoutNanos());
        return;
      }
    }
    boolean atBound =
        slot == null
            || room.taken.get() >= size(lane, now)
            || context.sessions().isAtBound(bound(now));
    waits.noRoom(atBound);
    if (waitsForRoom(now)) {
      synchronized (this) {
        room.backlog.add(
            new Backlog.Arrival(
                lane, lane.source, lane.index, type, recorder, dueNanos, arrivedNanos, atBound));
        room.waiting = room.backlog.size();
      }
      drain(room);
    } else {
      recorder.shard(type).count(Counter.SHED);
      accounted();
    }
  }

  /** A paced load's arrivals always wait for their workers. */
  private boolean waitsForRoom(Parameters now) {
    boolean waits = now.model() == Model.PACED || now.whenFull() == WhenFull.WAIT;
    return waits && backlog() < now.maxBacklog();
  }

  /** Room and a session for an operation of the lane; null when either is missing. */
  private Sessions.@Nullable Entry enter(Room room, Lane lane, Parameters now) {
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
      throw new IllegalStateException("ended an operation that had no room");
    }
    room.leave();
  }

  /**
   * How many operations the lane's room holds; the sessions' bound alone counts in an open load.
   */
  private static int size(Lane lane, Parameters now) {
    return now.model() == Model.PACED ? now.lanes().get(lane.number).workers() : Integer.MAX_VALUE;
  }

  /** Sends waiting arrivals while there is room. */
  private void drain() {
    for (Room room : rooms) {
      drain(room);
    }
  }

  private void drain(Room room) {
    if (room.waiting == 0 || draining.get() != null) {
      return;
    }
    draining.set(true);
    try {
      while (sendFirst(room)) {}
    } finally {
      draining.remove();
    }
  }

  /** False when nothing waits, or there is no room for it. */
  private boolean sendFirst(Room room) {
    Sessions.Entry session;
    Slot slot;
    Backlog.Arrival arrival;
    synchronized (this) {
      dropExpired(room, now());
      if (room.backlog.isEmpty()) {
        return false;
      }
      session = enter(room, room.backlog.first().lane(), parameters);
      if (session == null) {
        return false;
      }
      slot = arena.take();
      if (slot == null) {
        context.sessions().release(session);
        room.leave();
        return false;
      }
      arrival = room.backlog.remove();
      room.waiting = room.backlog.size();
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
  private void dropExpired(Room room, long nowNanos) {
    Backlog backlog = room.backlog;
    while (!backlog.isEmpty() && isExpired(backlog.first().dueNanos(), nowNanos)) {
      dropFirst(room, Counter.NOT_SENT);
    }
  }

  /** Accounts for the oldest waiting arrival without sending it. Needs the lock. */
  private void dropFirst(Room room, Counter counter) {
    Backlog.Arrival arrival = room.backlog.remove();
    room.waiting = room.backlog.size();
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

  /** Calls under way, of all rooms. A worker whose call has outlived its deadline goes on. */
  private int bound(Parameters now) {
    int least = now.model() == Model.PACED ? now.workers() : 0;
    return Math.min(Math.max(least, now.maxInFlight()), arena.capacity());
  }

  private Lane earliest() {
    Lane earliest = lanes.getFirst();
    for (int i = 1; i < lanes.size(); i++) {
      Lane lane = lanes.get(i);
      if (lane.schedule.dueNanos() - earliest.schedule.dueNanos() < 0) {
        earliest = lane;
      }
    }
    return earliest;
  }

  /**
   * Makes the lane's next operation before it is due, but for an insert: that takes a new key,
   * which would be missing for ever were it not sent.
   */
  private void prepare(Lane lane) {
    if (lane.typedIndex != lane.index) {
      lane.type = lane.source.type(lane.scratch, lane.index);
      lane.inserts = lane.source.inserts(lane.type);
      lane.clientCached = lane.source.isClientCached(lane.scratch, lane.index);
      lane.typedIndex = lane.index;
      lane.ready = false;
    }
    if (lane.clientCached) {
      return;
    }
    if (lane.slot == null) {
      lane.slot = arena.take();
    }
    if (!lane.ready && lane.slot != null && !lane.inserts) {
      lane.source.prepare(lane.slot.operation, lane.index, lane.schedule.dueNanos() - startNanos);
      lane.ready = true;
    }
  }

  /**
   * Takes over parameters; pending gaps are stretched to the new rates. A new shape's clock begins
   * with the measurement, or now if that has begun; another share of the same goes on.
   */
  private void apply(Parameters next, long nowNanos) {
    List<OperationSource> compiled = sources.of(next);
    for (int i = 0; i < next.lanes().size(); i++) {
      RateSpec rate = next.lanes().get(i).rate();
      OperationRandom random = new OperationRandom();
      random.seed(seed, i);
      if (i == lanes.size()) {
        ArrivalProcess process = ArrivalProcesses.of(next.arrivals(), random);
        Room room = rooms.get(Math.min(i, rooms.size() - 1));
        RateShape shape = RateShape.of(rate);
        ArrivalSchedule schedule =
            new ArrivalSchedule(process, shape, plan.measureNanos(), startNanos);
        target.change(i, shape, plan.measureNanos(), startNanos);
        lanes.add(new Lane(i, room, schedule, plan.measureNanos(), compiled.get(i)));
      } else {
        Lane lane = lanes.get(i);
        if (applied != null && !applied.lanes().get(i).rate().equals(rate)) {
          RateSpec before = applied.lanes().get(i).rate();
          if (!RateSpec.whole(before).equals(RateSpec.whole(rate))) {
            lane.clockNanos = plan.measureNanos() - nowNanos > 0 ? plan.measureNanos() : nowNanos;
          }
          RateShape shape = RateShape.of(rate);
          lane.schedule.rate(shape, lane.clockNanos, nowNanos);
          target.change(i, shape, lane.clockNanos, nowNanos);
        }
        if (applied != null && !applied.arrivals().equals(next.arrivals())) {
          lane.schedule.process(ArrivalProcesses.of(next.arrivals(), random));
        }
        lane.source = compiled.get(i);
      }
    }
    applied = next;
  }

  private long now() {
    return context.clock().nanoTime();
  }
}
