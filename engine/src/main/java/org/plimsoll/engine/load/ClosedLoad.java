package org.plimsoll.engine.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationSource;

/**
 * A closed load: workers that each send the next operation when the previous one has ended. A
 * worker is not a thread: it continues on the thread that completes its operation, so no thread
 * wake-up delays the next request. Completions inside {@code execute} do not recurse: the loop that
 * sent the operation sees them and continues.
 *
 * <p>A worker holds no session during its think time. It then continues on the pacer's thread,
 * which wakes on time.
 */
public final class ClosedLoad implements Load {
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
  private final Workplace place = new Place();

  /** Workers that wait for the right to send, or for a grant. */
  private final List<Runnable> parked = new ArrayList<>();

  /** Running workers, plus one while {@link #start} or {@link #change} adds some. */
  private final AtomicInteger running = new AtomicInteger();

  /**
   * Whether all workers were dismissed. One worker then counts as running, to keep the load alive.
   */
  private boolean idle;

  /** Whether workers may be hired. Guarded by this. */
  private boolean hasBegun;

  /** Workers created so far, including dismissed ones. Guarded by this. */
  private int clients;

  private volatile Crew crew;
  private volatile long startNanos;
  private volatile boolean stopped;
  private volatile boolean aborted;
  private volatile @Nullable Throwable failure;

  /**
   * Creates a load that has not started.
   *
   * @param executor runs a worker until one of its operations completes on another thread
   * @param threads number of workers that run at once; more workers take turns
   * @param seed seed of the think times
   * @param shares this generator's share of the workers
   */
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
    this.course = new Course(shares, parameters, () -> Alarm.NEVER);
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
      hasBegun = true;
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

  /** Applies changed parameters and shares. */
  private void follow(List<OperationSource> sources) {
    Distribution thought = crew.parameters().thinkNanos();
    Crew changed = newCrew(sources);
    Parameters next = changed.parameters();
    boolean wasIdle;
    synchronized (this) {
      if (!hasBegun) {
        crew = changed;
        return;
      }
      wasIdle = idle;
      idle = next.workers() == 0;
      if (idle && !wasIdle) {
        running.incrementAndGet();
      }
      crew = changed;
    }
    if (!thought.equals(next.thinkNanos())) {
      snapshot().forEach(worker -> worker.thinking().change(next.thinkNanos()));
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
      worker.slot().abandonUnfinished();
    }
    finished.fire();
  }

  @Override
  public void expire(long nowNanos) {
    for (Worker worker : snapshot()) {
      worker.slot().abandonIfExpired(nowNanos);
    }
    synchronized (course) {
      if (course.renew(nowNanos)) {
        follow(crew.sources());
      }
    }
    plan.endWithGrants(nowNanos);
    boolean mayGoOn = course.shares().maySend(nowNanos) && !plan.waitsForGrant();
    if (stopped || plan.isOver(nowNanos) || mayGoOn) {
      takeParked().forEach(executor::execute);
    }
    if (stopped || plan.isOver(nowNanos)) {
      context.sessions().wakeWaiting(); // the run must end even if the target is unreachable
      snapshot().forEach(worker -> worker.thinking().wake());
      endIdling();
    }
  }

  private synchronized List<Runnable> takeParked() {
    if (parked.isEmpty()) {
      return List.of();
    }
    List<Runnable> taken = new ArrayList<>(parked);
    parked.clear();
    return taken;
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
  public synchronized boolean isWithinShare(boolean midway) {
    return workers.size() <= course.bounded(midway).workers();
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
            hired.add(new Worker(place, lane, number, indexes.get(lane), clients++, seed));
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
    return workers.stream().anyMatch(worker -> worker.is(lane, number));
  }

  private void retired() {
    if (running.decrementAndGet() == 0) {
      finished.fire();
    }
  }

  /** The view that workers have of the load. */
  private final class Place implements Workplace {
    @Override
    public LoadContext context() {
      return context;
    }

    @Override
    public PhasePlan plan() {
      return plan;
    }

    @Override
    public Shares shares() {
      return course.shares();
    }

    @Override
    public Crew crew() {
      return crew;
    }

    @Override
    public long startNanos() {
      return startNanos;
    }

    @Override
    public int threads() {
      return threads;
    }

    @Override
    public boolean isStopped() {
      return stopped;
    }

    @Override
    public boolean isAborted() {
      return aborted;
    }

    @Override
    public void execute(Runnable worker) {
      executor.execute(worker);
    }

    @Override
    public void park(Runnable worker) {
      synchronized (ClosedLoad.this) {
        parked.add(worker);
      }
    }

    @Override
    public boolean dismisses(Runnable worker, int lane, int number) {
      synchronized (ClosedLoad.this) {
        return !crew.employs(lane, number) && workers.remove(worker);
      }
    }

    @Override
    public void retire(Runnable worker) {
      synchronized (ClosedLoad.this) {
        workers.remove(worker);
      }
      retired();
    }

    @Override
    public void failed(Throwable cause) {
      failure = cause;
      stopped = true;
      finished.fire();
    }
  }
}
