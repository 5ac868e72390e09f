package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/**
 * A worker of a closed load, which sends one operation at a time. It continues on the thread that
 * completes its operation.
 */
final class Worker implements Runnable, Slot.Owner {
  /** Maximum number of operations that a worker sends in a row while others wait for its thread. */
  private static final int TURN = 256;

  /**
   * The value if there is no next operation: the load has ended, or no operation is granted yet.
   */
  private static final long ENDED = -1;

  private static final long NOT_GRANTED = -2;

  /** The distance between the numbers of the clients of two generators. */
  private static final int GENERATOR_SHIFT = 48;

  private final Workplace place;
  private final LoadContext context;
  private final PhasePlan plan;
  private final Shares shares;
  private final int lane;
  private final int number;
  private final AtomicLong index;
  private final OperationRandom scratch = new OperationRandom();
  private final Thinking thinking;
  private final int client;
  private volatile Slot slot;

  /** The stay in which the operation was sent; published with the slot's state. */
  private @Nullable Frame frame;

  private volatile Sessions.@Nullable Entry session;

  /** The recorder of the drawn operation if it was granted; otherwise null. */
  private @Nullable PhaseRecorder granted;

  /**
   * Creates a worker that has not started.
   *
   * @param index counts the operations of the lane
   * @param client number of the worker among all workers that the load has had
   * @param seed seed of the think times
   */
  Worker(Workplace place, int lane, int number, AtomicLong index, int client, long seed) {
    this.place = place;
    this.context = place.context();
    this.plan = place.plan();
    this.shares = place.shares();
    this.lane = lane;
    this.number = number;
    this.index = index;
    this.client = client;
    this.thinking =
        new Thinking(
            context.clock(),
            this,
            seed,
            ((long) shares.generator() << GENERATOR_SHIFT)
                + ((long) lane << Integer.SIZE)
                + number);
    this.slot = newSlot();
  }

  /** Whether this worker belongs to the lane with this number. */
  boolean is(int itsLane, int itsNumber) {
    return lane == itsLane && number == itsNumber;
  }

  /** The slot of the worker's operation in flight, or of its next operation. */
  Slot slot() {
    return slot;
  }

  Thinking thinking() {
    return thinking;
  }

  void begin() {
    Crew now = place.crew();
    if (now.thinks()) {
      thinking.begin(now.parameters().thinkNanos());
    } else {
      place.execute(this);
    }
  }

  /** Starts the worker's think time, if it has one; another thread then continues. */
  private boolean thinks() {
    Crew now = place.crew();
    if (!now.thinks() || place.isStopped()) {
      return false;
    }
    Sessions.Entry on = session;
    if (on != null) {
      session = null;
      context.sessions().release(on);
    }
    thinking.pause(now.parameters().thinkNanos());
    return true;
  }

  private Slot newSlot() {
    Slot made = new Slot(context, this, plan);
    made.client(client);
    return made;
  }

  @Override
  public void run() {
    try {
      proceed();
    } catch (RuntimeException | Error e) {
      place.failed(e);
    }
  }

  private void proceed() {
    Frame stay = new Frame();
    int left = TURN;
    do {
      if (left-- == 0) {
        if (place.crew().parameters().workers() > place.threads()) {
          place.execute(this);
          return;
        }
        left = TURN;
      }
      stay.sends();
    } while (sendNext(stay) && stay.wasInline() && !thinks());
    stay.close();
  }

  /** Sends an operation; false if the worker has ended or waits for a session. */
  private boolean sendNext(Frame stay) {
    Crew now = place.crew();
    Sessions.Entry on = session;
    if (on == null || on.isDiscarded() || on.isRetired()) {
      if (on != null) {
        context.sessions().release(on); // no effect if it was discarded
      }
      on = context.sessions().tryAcquire(Integer.MAX_VALUE);
      session = on;
    }
    if (place.isStopped() || !now.employs(lane, number)) {
      if (place.isStopped() || place.dismisses(this, lane, number)) {
        retire(on);
        return false;
      }
      now = place.crew();
    }
    if (!mayStart()) {
      wait(on);
      return false;
    }
    if (on == null) {
      if (plan.isOver(context.clock().nanoTime())) {
        retire(on);
      } else {
        context.sessions().whenAvailable(() -> place.execute(this));
      }
      return false;
    }
    OperationSource source = now.sources().get(lane);
    long next = draw(now);
    if (next >= 0 && source.isClientCached(scratch, next)) {
      next = afterCached(now, source, next);
    }
    if (next == NOT_GRANTED) {
      wait(on);
      return false;
    }
    if (next == ENDED) {
      retire(on);
      return false;
    }
    long atNanos = source.followsTime() ? context.clock().nanoTime() - place.startNanos() : 0;
    if (!source.prepare(slot.operation, next, atNanos)) {
      retire(on);
      return false;
    }
    long sentNanos = context.clock().nanoTime();
    PhaseRecorder drawn = granted;
    PhaseRecorder recorder = drawn == null ? plan.recorderAt(sentNanos) : drawn;
    if (recorder == null) {
      slot.operation.ended(false); // never sent
      retire(on);
      return false;
    }
    recorder.shard(slot.operation.type()).count(Counter.SCHEDULED);
    frame = stay;
    long deadlineNanos = sentNanos + now.parameters().timeoutNanos();
    slot.send(recorder, on, false, sentNanos, sentNanos, deadlineNanos);
    return true;
  }

  /**
   * Draws the index of the next operation. A granted operation is taken here, because its index
   * must not be lost. It belongs to the phase in which it is drawn.
   */
  private long draw(Crew now) {
    if (!plan.isGranted()) {
      return now.index(index.getAndIncrement());
    }
    long nowNanos = context.clock().nanoTime();
    if (!plan.measures(nowNanos)) {
      granted = plan.recorderAt(nowNanos);
      return granted == null ? ENDED : now.index(index.getAndIncrement());
    }
    long taken = plan.takeGranted(nowNanos);
    if (taken < 0) {
      return taken == Quota.NONE_YET ? NOT_GRANTED : ENDED;
    }
    granted = plan.recorderOfGranted(nowNanos);
    // Operations that the warm-up has sent are not repeated.
    boolean isFirst = plan.measures(place.startNanos());
    return isFirst ? taken : now.index(index.getAndIncrement());
  }

  /**
   * Counts operations that the client's cache answers. Returns the index of the next operation to
   * send, or the reason why there is none.
   */
  private long afterCached(Crew now, OperationSource source, long cached) {
    long next = cached;
    do {
      PhaseRecorder drawn = granted;
      PhaseRecorder recorder = drawn == null ? plan.recorderAt(context.clock().nanoTime()) : drawn;
      if (recorder == null || place.isStopped()) {
        return ENDED;
      }
      recorder.shard(source.type(scratch, next)).count(Counter.CLIENT_CACHED);
      next = draw(now);
    } while (next >= 0 && source.isClientCached(scratch, next));
    return next;
  }

  private boolean mayStart() {
    return shares.mayAlwaysSend() || shares.maySend(context.clock().nanoTime());
  }

  /** Waits until the generator has the right and a grant to send. */
  private void wait(Sessions.@Nullable Entry on) {
    if (on != null) {
      session = null;
      context.sessions().release(on);
    }
    if (plan.isOver(context.clock().nanoTime())) {
      retire(null);
    } else {
      place.park(this);
    }
  }

  private void retire(Sessions.@Nullable Entry on) {
    if (on != null) {
      session = null;
      context.sessions().release(on);
    }
    place.retire(this);
  }

  @Override
  public void completed(Slot done) {
    Frame sender = frame;
    if (sender != null && sender.takesCompletion()) {
      return;
    }
    if (!thinks()) {
      run();
    }
  }

  @Override
  public void abandoned(Slot lost) {
    slot = newSlot();
    session = null;
    if (!place.isAborted() && !thinks()) {
      place.execute(this);
    }
  }
}
