package org.plimsoll.engine.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.load.Backlog.Cause;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;

/**
 * An open load, which starts an operation at each instant of the schedule, whatever the target
 * does. At the in-flight bound an arrival waits in a bounded backlog or is shed, or a full backlog
 * holds the schedule back. In a paced load the number of workers is the bound: a free worker takes
 * the next arrival of its lane, however late it is.
 *
 * <p>The pacer's thread alone handles arrivals. Waiting arrivals are sent in order by the thread
 * that freed a place.
 */
public final class OpenLoad implements Load, Slot.Owner {
  /**
   * Maximum number of arrivals that are handled in a row. Simulated answers share the pacer's
   * thread, so they must not wait until all overdue arrivals of a pause are handled.
   */
  private static final int TURNS_MAX = 64;

  /**
   * The interval at which a waiting schedule checks whether it has the right to send, and a grant.
   */
  private static final long RIGHT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final LoadContext context;
  private final PhasePlan plan;
  private final Waits waits;
  private final TargetRate target;
  private final Alarm pacer;
  private final Arena arena;
  private final Signal finished = new Signal();
  private final OpenCourse lanes;
  private final Hold hold;
  private final Places places;

  private final Backlogs backlogs;
  private final BacklogDrain drain;
  private final Overflow overflow;

  /** Scheduled operations that are not accounted for, plus one until the schedule has ended. */
  private final AtomicLong open = new AtomicLong(1);

  private final Course course;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  /** Whether the schedule has ended. Used by the pacer's thread. */
  private boolean ended;

  /** Start of the load; {@link Alarm#NEVER} until then, so that the pacer handles nothing. */
  private volatile long startNanos = Alarm.NEVER;

  /**
   * Creates a load that has not started.
   *
   * @param waits records waits by their cause
   * @param capacity maximum number of operations in flight that memory allows
   * @param shares this generator's share of the schedule
   */
  public OpenLoad(
      LoadContext context,
      PhasePlan plan,
      Parameters parameters,
      Lanes sources,
      Waits waits,
      long seed,
      int capacity,
      Shares shares) {
    this.context = context;
    this.plan = plan;
    this.waits = waits;
    this.target = new TargetRate(plan.measureNanos());
    this.arena = new Arena(capacity, () -> new Slot(context, this, plan));
    int count = parameters.model() == Model.PACED ? parameters.lanes().size() : 1;
    this.backlogs = new Backlogs(count, plan, shares, this::accounted);
    this.course = new Course(shares, parameters, backlogs::oldestNanos);
    OpenLanes all = new OpenLanes(sources, backlogs.all(), target, seed, plan);
    this.lanes = new OpenCourse(course, all, context.clock()::nanoTime);
    this.hold = new Hold(plan, backlogs::waiting, context.clock()::nanoTime);
    this.places = new Places(context.sessions(), arena);
    this.drain =
        new BacklogDrain(context, course, backlogs, places, arena, waits, this::continueIfHeld);
    this.overflow = new Overflow(places, backlogs, drain, waits);
    this.pacer = new Alarm(context.clock().pacer(), this::dispatchDueOrFail);
  }

  @Override
  public void start(long nanos) {
    lanes.start(nanos);
    drain.start(nanos);
    startNanos = nanos;
    pacer.arm(now());
  }

  @Override
  public void change(Parameters next, long fromNanos) {
    if (fromNanos == NOW) {
      course.change(next, now());
      drain.sendAll();
    } else {
      course.plan(new Course.Change(next, fromNanos, now()));
    }
    pacer.arm(now());
  }

  @Override
  public void stop() {
    stop(now());
  }

  @Override
  public void stop(long atNanos) {
    plan.endAt(atNanos);
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
  public boolean isWithinShare(boolean midway) {
    return (midway || course.isRenewed(now()))
        && places.areWithin(course.bounded(midway), backlogs.all());
  }

  @Override
  public int backlog() {
    return backlogs.waiting();
  }

  @Override
  public void abort() {
    aborted = true;
    stop();
    dropAll();
  }

  private void dropAll() {
    backlogs.dropAll();
    arena.forEach(Slot::abandonUnfinished);
  }

  @Override
  public void expire(long nowNanos) {
    if (aborted) {
      dropAll(); // operations that were being sent when the load was aborted
      return;
    }
    arena.forEach(slot -> slot.abandonIfExpired(nowNanos));
    backlogs.dropOverdue(nowNanos, course.own().timeoutNanos());
    if (course.renew(nowNanos) || plan.isOver(nowNanos)) {
      pacer.arm(nowNanos); // another load may have ended the phase in the meantime
    }
    continueIfHeld();
    drain.sendAll();
  }

  @Override
  public void completed(Slot slot) {
    Sessions.Entry session = slot.session();
    Places.leave(slot);
    arena.giveBack(slot);
    context.sessions().release(session);
    accounted();
    drain.sendAll();
  }

  @Override
  public void abandoned(Slot slot) {
    Places.leave(slot);
    arena.replace(slot);
    accounted();
  }

  private long dispatchDueOrFail(long wokenNanos) {
    try {
      return startNanos == Alarm.NEVER ? Alarm.NEVER : dispatchDue(wokenNanos);
    } catch (RuntimeException | Error e) {
      failure = e;
      finished.fire();
      return Alarm.NEVER;
    }
  }

  /** Handles all arrivals that are due, and returns the time of the next one. */
  private long dispatchDue(long wokenNanos) {
    long nowNanos = wokenNanos;
    for (int turn = 0; !ended; turn++) {
      if (turn == TURNS_MAX) {
        return nowNanos;
      }
      lanes.follow(arena, nowNanos);
      Parameters now = course.own();
      if (hold.holds(now, nowNanos)) {
        return Alarm.NEVER;
      }
      if (Hold.isAsked(now) && !course.shares().maySend(nowNanos) && !plan.isCut(nowNanos)) {
        return nowNanos + RIGHT_NANOS; // the schedule is held back until it may continue
      }
      OpenLane lane = lanes.next(nowNanos);
      long dueNanos = lane.dueNanos();
      if (!lanes.isOwn(lane)) {
        if (dueNanos - nowNanos > 0 && !plan.isOver(nowNanos)) {
          return plan.orEnd(lanes.orChange(dueNanos));
        }
        if (plan.isOver(dueNanos) || lanes.isComplete(lane)) {
          end(lane);
        }
        continue;
      }
      if (hold.delayed(dueNanos) && plan.isPassedWarmup(dueNanos, nowNanos)) {
        lane.skipTo(plan.measureNanos());
        continue;
      }
      lane.prepare(arena, startNanos);
      if (turn > 0 || dueNanos - nowNanos > 0) { // before its first call, the alarm reads the clock
        nowNanos = now();
        if (dueNanos - nowNanos > 0 && !plan.isOver(nowNanos)) {
          return plan.orEnd(lanes.orChange(dueNanos));
        }
      }
      if (lanes.isComplete(lane)) {
        end(lane);
        continue;
      }
      now = lanes.own(lane, nowNanos); // the shares may have changed before this arrival
      boolean holds = Hold.isAsked(now);
      boolean isCut = plan.isCut(nowNanos);
      boolean mayBeOthers = !holds && lanes.mayBeOthers(lane, isCut) && !plan.isOver(dueNanos);
      if (mayBeOthers && aborted) {
        end(lane);
        continue;
      }
      boolean waitsForGrant = holds && plan.measures(dueNanos) && plan.waitsForGrant() && !isCut;
      boolean awaitsShare = !aborted && !isCut && lanes.awaitsShare(lane);
      if (mayBeOthers || waitsForGrant || awaitsShare) {
        return nowNanos + RIGHT_NANOS;
      }
      PhaseRecorder recorder = holds && isCut ? null : plan.recorderAt(dueNanos, holds);
      if (recorder == null) {
        end(lane);
      } else {
        arrive(lane, dueNanos, nowNanos, recorder, now);
        lane.walk().handle();
      }
    }
    return Alarm.NEVER;
  }

  /** Ends the schedule before the lane's next operation. */
  private void end(OpenLane lane) {
    if (lanes.isComplete(lane)) {
      plan.completeAt(lane.dueNanos());
    }
    ended = true;
    lanes.end(now());
    accounted();
  }

  /** Continues a schedule that was held back, if there are enough places. */
  private void continueIfHeld() {
    if (hold.ends(course.own())) {
      pacer.arm(now());
    }
  }

  /** Sends the lane's next operation, lets it wait, or sheds it. */
  private void arrive(
      OpenLane lane, long dueNanos, long arrivedNanos, PhaseRecorder recorder, Parameters now) {
    Slot slot = lane.slot();
    OperationType type = lane.type();
    if (lane.isOff()) {
      return;
    }
    if (lane.isClientCached()) {
      recorder.shard(type).count(Counter.CLIENT_CACHED);
      return;
    }
    open.incrementAndGet();
    boolean holds = Hold.isAsked(now);
    if (aborted || !lanes.mayStart(lane, holds)) {
      recorder.shard(type).count(Counter.SCHEDULED);
      if (!aborted) {
        recorder.shard(type).count(Counter.WITHOUT_RIGHT);
      }
      drop(recorder.shard(type), Counter.NOT_SENT);
      return;
    }
    waits.arrived(dueNanos, holds ? hold.handledNanos(dueNanos, arrivedNanos) : arrivedNanos);
    if (!holds) {
      recorder.shard(type).count(Counter.SCHEDULED);
      if (dueNanos + course.own().timeoutNanos() - arrivedNanos <= 0) {
        drop(recorder.shard(type), Counter.NOT_SENT);
        return;
      }
    }
    Backlog backlog = lane.backlog();
    Room room = backlog.room();
    if (slot != null && backlog.waiting() == 0) {
      Sessions.Entry session = places.enter(room, lane.number(), now);
      if (session != null) {
        lane.hand(slot, startNanos);
        slot.room = room;
        long sentNanos = now();
        if (holds) {
          recorder.shard(type).count(Counter.SCHEDULED);
          tellHold(recorder.shard(type), dueNanos, sentNanos);
        }
        long fromNanos = holds ? sentNanos : dueNanos;
        slot.send(recorder, session, true, dueNanos, sentNanos, fromNanos + now.timeoutNanos());
        return;
      }
    }
    if (!overflow.keep(lane, dueNanos, arrivedNanos, recorder, now)) {
      drop(recorder.shard(type), Counter.SHED);
    }
  }

  /** Records the wait of an operation that was held back and then sent at once. */
  private void tellHold(Shard shard, long dueNanos, long sentNanos) {
    if (hold.delayed(dueNanos)) {
      shard.count(Cause.HOLD.counter());
      waits.noRoom(true);
      waits.waited(true, sentNanos - dueNanos);
    }
  }

  /** Accounts for an arrival that is not sent. */
  private void drop(Shard shard, Counter counter) {
    shard.count(counter);
    accounted();
  }

  private void accounted() {
    if (open.decrementAndGet() == 0) {
      finished.fire();
    }
  }

  private long now() {
    return context.clock().nanoTime();
  }
}
