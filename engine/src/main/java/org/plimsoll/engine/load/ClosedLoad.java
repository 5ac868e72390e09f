package org.plimsoll.engine.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;

/**
 * A closed load: workers that each send the next operation when the previous one has ended. A
 * worker is not a thread: it continues on the thread that completes its operation, so no wake-up is
 * between an answer and the next request. Completions inside {@code execute} do not recurse: the
 * loop that sent the operation sees them and continues.
 *
 * <p>During its think time a worker holds no session. It then continues on the pacer's thread,
 * which wakes on time.
 */
public final class ClosedLoad implements Load {
  /** Maximum number of operations that a worker sends in a row while others wait for its thread. */
  private static final int TURN = 256;

  private static final long ENDED = -1;

  /** The distance between the numbers of the clients of two generators. */
  private static final int GENERATOR_SHIFT = 48;

  private final LoadContext context;
  private final PhasePlan plan;
  private final Course course;

  /** The number of workers of the whole fleet at the start. */
  private final int places;

  private final Lanes lanes;
  private final Executor executor;
  private final int threads;
  private final long seed;
  private final TargetRate target = new TargetRate(0);
  private final Signal finished = new Signal();
  private final List<AtomicLong> indexes = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();

  /** Workers that wait for the right to send. */
  private final List<Worker> parked = new ArrayList<>();

  /** Running workers, plus one while {@link #start} or {@link #change} adds some. */
  private final AtomicInteger running = new AtomicInteger();

  /** Whether all workers are dismissed. One then counts as running, to keep the load alive. */
  private boolean idle;

  /** Workers created so far, including dismissed ones. Guarded by this. */
  private int clients;

  private volatile Crew crew;
  private volatile long startNanos;
  private volatile boolean stopped;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  /**
   * A load that has not started.
   *
   * @param executor runs workers until their first completion elsewhere
   * @param threads how many workers it runs at once; more workers take turns
   * @param seed of the think times
   */
  public ClosedLoad(
      LoadContext context,
      PhasePlan plan,
      Parameters parameters,
      Lanes lanes,
      Executor executor,
      int threads,
      long seed) {
    this(context, plan, parameters, lanes, executor, threads, seed, Shares.alone());
  }

  /** The load of one of several generators, which has its share of the workers. */
  public ClosedLoad(
      LoadContext context,
      PhasePlan plan,
      Parameters parameters,
      Lanes lanes,
      Executor executor,
      int threads,
      long seed,
      Shares shares) {
    this.context = context;
    this.course = new Course(shares, parameters);
    this.places = parameters.workers();
    this.plan = plan;
    this.lanes = lanes;
    this.executor = executor;
    this.threads = threads;
    this.seed = seed;
    course.renew(context.clock().nanoTime());
    this.crew = newCrew(lanes.of(parameters));
  }

  @Override
  public void start(long nanos) {
    startNanos = nanos;
    course.renew(nanos);
    crew = newCrew(crew.sources());
    if (nanos - context.clock().nanoTime() > 0) {
      running.incrementAndGet();
      context
          .clock()
          .pacer()
          .schedule(
              nanos,
              () -> {
                begin();
                retired();
              });
    } else {
      begin();
    }
  }

  private void begin() {
    synchronized (this) {
      if (!idle && crew.parameters().workers() == 0) {
        idle = true;
        running.incrementAndGet();
      }
    }
    hire();
  }

  @Override
  public void change(Parameters next, long fromNanos) {
    if (fromNanos != NOW && fromNanos - context.clock().nanoTime() > 0) {
      context.clock().housekeeping().schedule(fromNanos, () -> change(next, NOW));
      return;
    }
    Crew before = crew;
    boolean isSame = next.hasOperationsOf(before.parameters());
    List<OperationSource> compiled = isSame ? before.sources() : lanes.of(next);
    synchronized (course) { // parameters and operations change together
      course.change(next, context.clock().nanoTime());
      follow(compiled);
    }
  }

  private Crew newCrew(List<OperationSource> sources) {
    return new Crew(course.own(), sources, course.shares().indexes(places));
  }

  /** Follows parameters and shares that have changed. */
  private void follow(List<OperationSource> sources) {
    Distribution thought = crew.parameters().thinkNanos();
    Crew changed = newCrew(sources);
    Parameters next = changed.parameters();
    boolean wasIdle;
    synchronized (this) {
      wasIdle = idle;
      idle = next.workers() == 0;
      if (idle && !wasIdle) {
        running.incrementAndGet();
      }
      crew = changed;
    }
    if (!thought.equals(next.thinkNanos())) {
      snapshot().forEach(worker -> worker.thinking.change(next.thinkNanos()));
    }
    hire();
    if (wasIdle && next.workers() > 0) {
      retired();
    }
  }

  @Override
  public @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public void stop() {
    plan.endAt(context.clock().nanoTime());
    stopped = true;
  }

  @Override
  public void stop(long atNanos) {
    plan.endAt(atNanos);
  }

  @Override
  public void abort() {
    stopped = true;
    aborted = true;
    for (Worker worker : snapshot()) {
      worker.slot.abandonUnfinished();
    }
    finished.fire();
  }

  @Override
  public void expire(long nowNanos) {
    for (Worker worker : snapshot()) {
      worker.slot.abandonIfExpired(nowNanos);
    }
    synchronized (course) {
      if (course.renew(nowNanos)) {
        follow(crew.sources());
      }
    }
    if (stopped || plan.isOver(nowNanos) || course.shares().maySend(nowNanos)) {
      takeParked().forEach(executor::execute);
    }
    if (stopped || plan.isOver(nowNanos)) {
      context.sessions().wakeWaiting(); // the run must end even if the target is unreachable
      snapshot().forEach(worker -> worker.thinking.wake());
      endIdling();
    }
  }

  private synchronized List<Worker> takeParked() {
    if (parked.isEmpty()) {
      return List.of();
    }
    List<Worker> taken = new ArrayList<>(parked);
    parked.clear();
    return taken;
  }

  private synchronized void park(Worker worker) {
    parked.add(worker);
  }

  private void endIdling() {
    boolean was;
    synchronized (this) {
      was = idle;
      idle = false;
    }
    if (was) {
      retired();
    }
  }

  @Override
  public Signal finished() {
    return finished;
  }

  @Override
  public TargetRate target() {
    return target;
  }

  @Override
  public synchronized boolean isWithinShare() {
    return workers.size() <= course.own().workers();
  }

  @Override
  public int backlog() {
    return 0;
  }

  private synchronized List<Worker> snapshot() {
    return new ArrayList<>(workers);
  }

  /** Adds the workers that are missing. */
  private void hire() {
    running.incrementAndGet();
    List<Worker> hired = new ArrayList<>();
    synchronized (this) {
      List<Parameters.Lane> wanted = crew.parameters().lanes();
      while (indexes.size() < wanted.size()) {
        indexes.add(new AtomicLong());
      }
      for (int lane = 0; lane < wanted.size(); lane++) {
        for (int number = 0; number < wanted.get(lane).workers(); number++) {
          if (!isEmployed(lane, number)) {
            hired.add(new Worker(lane, number));
          }
        }
      }
      workers.addAll(hired);
      running.addAndGet(hired.size());
    }
    hired.forEach(Worker::begin);
    retired();
  }

  private boolean isEmployed(int lane, int number) {
    return workers.stream().anyMatch(worker -> worker.lane == lane && worker.number == number);
  }

  private void retired() {
    if (running.decrementAndGet() == 0) {
      finished.fire();
    }
  }

  /** Sends one operation at a time. */
  private final class Worker implements Runnable, Slot.Owner {
    private final int lane;
    private final int number;
    private final AtomicLong index;
    private final OperationRandom scratch = new OperationRandom();
    private final Thinking thinking;
    private final int client = clients++;
    private volatile Slot slot = newSlot();

    /** The frame in which the operation was sent; published with the slot's state. */
    private @Nullable Frame frame;

    private volatile Sessions.@Nullable Entry session;

    Worker(int lane, int number) {
      this.lane = lane;
      this.number = number;
      this.index = indexes.get(lane);
      this.thinking =
          new Thinking(
              context.clock(),
              this,
              seed,
              ((long) course.shares().generator() << GENERATOR_SHIFT)
                  + ((long) lane << Integer.SIZE)
                  + number);
    }

    private void begin() {
      Crew now = crew;
      if (now.thinks()) {
        thinking.begin(now.parameters().thinkNanos());
      } else {
        executor.execute(this);
      }
    }

    /** Starts the worker's think time, if it has one; another thread then continues. */
    private boolean thinks() {
      Crew now = crew;
      if (!now.thinks() || stopped) {
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
        failure = e;
        stopped = true;
        finished.fire();
      }
    }

    private void proceed() {
      Frame stay = new Frame();
      int left = TURN;
      do {
        if (left-- == 0) {
          if (crew.parameters().workers() > threads) {
            executor.execute(this);
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
      Crew now = crew;
      Sessions.Entry on = session;
      if (on == null || on.isDiscarded() || on.isRetired()) {
        if (on != null) {
          context.sessions().release(on); // no effect if it was discarded
        }
        on = context.sessions().tryAcquire(Integer.MAX_VALUE);
        session = on;
      }
      if (stopped || !now.employs(lane, number)) {
        if (stopped || leaves()) {
          retire(on);
          return false;
        }
        now = crew;
      }
      if (!mayStart()) {
        wait(on);
        return false;
      }
      if (on == null) {
        if (plan.isOver(context.clock().nanoTime())) {
          retire(on);
        } else {
          context.sessions().whenAvailable(() -> executor.execute(this));
        }
        return false;
      }
      OperationSource source = now.sources().get(lane);
      long next = now.index(index.getAndIncrement());
      if (source.isClientCached(scratch, next)) {
        next = afterCached(now, source, next);
        if (next == ENDED) {
          retire(on);
          return false;
        }
      }
      long atNanos = source.followsTime() ? context.clock().nanoTime() - startNanos : 0;
      if (!source.prepare(slot.operation, next, atNanos)) {
        retire(on);
        return false;
      }
      long sentNanos = context.clock().nanoTime();
      PhaseRecorder recorder = plan.recorderAt(sentNanos);
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
     * Counts operations that the client's cache answers. Returns the next one to send, or ENDED.
     */
    private long afterCached(Crew now, OperationSource source, long cached) {
      long next = cached;
      do {
        PhaseRecorder recorder = plan.recorderAt(context.clock().nanoTime());
        if (recorder == null || stopped) {
          return ENDED;
        }
        recorder.shard(source.type(scratch, next)).count(Counter.CLIENT_CACHED);
        next = now.index(index.getAndIncrement());
      } while (source.isClientCached(scratch, next));
      return next;
    }

    private boolean mayStart() {
      Shares shares = course.shares();
      return shares.mayAlwaysSend() || shares.maySend(context.clock().nanoTime());
    }

    /** Waits until the generator has the right to send. */
    private void wait(Sessions.@Nullable Entry on) {
      if (on != null) {
        session = null;
        context.sessions().release(on);
      }
      if (plan.isOver(context.clock().nanoTime())) {
        retire(null);
      } else {
        park(this);
      }
    }

    /** Removes the worker unless it is needed again. */
    private boolean leaves() {
      synchronized (ClosedLoad.this) {
        return !crew.employs(lane, number) && workers.remove(this);
      }
    }

    private void retire(Sessions.@Nullable Entry on) {
      if (on != null) {
        session = null;
        context.sessions().release(on);
      }
      synchronized (ClosedLoad.this) {
        workers.remove(this);
      }
      retired();
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
      if (!aborted && !thinks()) {
        executor.execute(this);
      }
    }
  }
}
