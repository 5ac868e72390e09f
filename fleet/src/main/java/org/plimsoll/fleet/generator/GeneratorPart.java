package org.plimsoll.fleet.generator;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.ShareEpoch;
import org.plimsoll.engine.share.ShareTable;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.Scope;
import org.plimsoll.fleet.control.Command;
import org.plimsoll.run.DirectedRun;
import org.plimsoll.run.FleetRequests;
import org.plimsoll.run.FleetSeat;
import org.plimsoll.run.RunOrigin;
import org.plimsoll.run.RunReport;
import org.plimsoll.run.second.GeneratorSecond;

/**
 * The connection of one run on this node to the fleet. The run's threads wait in it for decisions
 * of the fleet, which {@link PartThread} delivers. Thread-safe.
 */
final class GeneratorPart implements FleetSeat, PartIterations.Place {
  /**
   * Time before the start at which the run's thread continues, so that loads wait for the instant.
   */
  private static final long EARLY_NANOS = 20_000_000;

  private final Submission submission;
  private final int generator;
  private final FleetCalls calls;
  private final Shares shares;
  private final PartFills fills;
  private final PartOperations operations;
  private final PartIterations iterations;
  private final PartRequests requests;
  private final PartSteps steps;
  private final PartSeconds seconds;

  // Guarded by this.
  private final PartJournal journal = new PartJournal();
  private final EndedStages stages = new EndedStages();
  private @Nullable DirectedRun control;
  private @Nullable RunOrigin origin;
  private @Nullable String over;
  private long zeroNanos = FleetSeconds.UNKNOWN;
  private long firstEpoch;
  private long mergedItem;
  private boolean isOpen;
  private boolean iterates;
  private boolean measured;
  private boolean removed;

  // Set before the run begins.
  private Waiting caughtUp = () -> {};
  private Runnable started = () -> {};

  /** A condition that a thread waits for. */
  interface Waiting {
    void await() throws InterruptedException;
  }

  GeneratorPart(Submission submission, int generator, NodeFigures.Place place, FleetCalls calls) {
    this.seconds = new PartSeconds(submission.id(), place, calls);
    this.submission = submission;
    this.generator = generator;
    this.calls = calls;
    // Of nobody who takes part, until the coordinator says who owns what.
    this.shares = new Shares(generator, ShareEpoch.first(ShareTable.of(Map.of(generator + 1, 1))));
    this.fills = new PartFills(submission.id(), calls, shares, () -> read(PartJournal::fills));
    this.operations = new PartOperations(submission.id(), calls);
    this.requests =
        new PartRequests(
            submission.id(),
            calls,
            () -> read(PartJournal::scopes),
            () -> read(PartJournal::active),
            generator);
    this.steps = new PartSteps(submission.id(), generator, calls, requests, this);
    this.iterations = new PartIterations(submission.id(), calls, requests, this);
  }

  @Override
  public Shares shares() {
    return shares;
  }

  @Override
  public FleetRequests requests() {
    return requests;
  }

  @Override
  public synchronized RunOrigin origin(long seed, Clock clock) {
    RunOrigin its = RunOrigin.of(submission.id(), submission.instant(), clock);
    origin = its;
    return its;
  }

  @Override
  public Map<String, Map<String, String>> sourceTexts() {
    return submission.sources();
  }

  @Override
  public synchronized void taken(DirectedRun run) {
    control = run;
    notifyAll();
  }

  @Override
  public FillMode prepare(Preparation own) throws TargetUnavailableException, InterruptedException {
    synchronized (this) {
      isOpen = true;
      notifyAll();
    }
    String mode = once("prepare", () -> own.perform().name());
    calls.member((member, nanos) -> member.prepared(run(), nanos));
    require(() -> firstEpoch > 0);
    return FillMode.valueOf(mode);
  }

  @Override
  public void filled(Ending own) throws TargetUnavailableException, InterruptedException {
    String _ =
        once(
            "filled",
            () -> {
              own.perform();
              return "";
            });
  }

  @Override
  public String once(String name, Step own)
      throws TargetUnavailableException, InterruptedException {
    return steps.once(name, own);
  }

  @Override
  public List<ConsistencyPart> gather(ConsistencyPart own) throws InterruptedException {
    return steps.gather(own);
  }

  @Override
  public synchronized void require(BooleanSupplier holds) throws InterruptedException {
    await(holds);
    if (over != null) {
      throw new IllegalStateException(over);
    }
  }

  @Override
  public FillRanges fill(Fill fill) {
    return fills.begin(fill);
  }

  @Override
  public Quota quota(int iteration, long all) {
    return operations.begin(iteration, all);
  }

  @Override
  public @Nullable Start ready(int iteration, Clock clock) throws InterruptedException {
    if (iteration == 1) {
      return readyFirst(clock);
    }
    long atRunNanos = iterations.begin(iteration);
    return atRunNanos == FleetSeconds.UNKNOWN ? null : start(atRunNanos, clock);
  }

  private Start start(long atRunNanos, Clock clock) throws InterruptedException {
    long startNanos;
    synchronized (this) {
      startNanos = zeroNanos + atRunNanos;
    }
    TimeUnit.NANOSECONDS.sleep(startNanos - EARLY_NANOS - clock.nanoTime());
    return new Start(startNanos, atRunNanos);
  }

  private @Nullable Start readyFirst(Clock clock) throws InterruptedException {
    caughtUp.await();
    calls.member((member, nanos) -> member.atStart(run(), nanos));
    require(() -> zeroNanos != FleetSeconds.UNKNOWN || journal.isStopped());
    synchronized (this) {
      if (zeroNanos == FleetSeconds.UNKNOWN) {
        return null; // it joined when the run was about to end
      }
      iterates = true;
    }
    started.run();
    Start start = start(0, clock);
    long startedNanos = Math.max(start.startNanos(), clock.nanoTime());
    calls.member((member, nanos) -> member.started(run(), startedNanos, nanos));
    return start;
  }

  @Override
  public synchronized long secondsFrom(long startNanos) {
    RunOrigin its = origin;
    return iterates || its == null ? startNanos : its.startNanos();
  }

  @Override
  public void measured(GeneratorSecond second, RunReport report) {
    DirectedRun its;
    synchronized (this) {
      its = control;
      if (measured) {
        return; // what the driver counts after the end is of no second
      }
      stages.endsHere(second.window());
    }
    seconds.send(second, its, zeroSinceStart());
  }

  @Override
  public void loadEnded() throws InterruptedException {
    // Who joins during an iteration, and has no share yet, is not waited for.
    await(() ->
        journal.isStopped() || stages.haveEnded(iterates ? journal.sending() : journal.active()));
  }

  @Override
  public void loadsEnded() throws InterruptedException {
    synchronized (this) {
      if (measured) {
        return;
      }
      measured = true;
    }
    operations.close();
    calls.member((member, nanos) -> member.ended(run(), nanos));
    BooleanSupplier complete =
        () -> journal.end().map(end -> end.lastItem() <= mergedItem).orElse(false);
    await(complete);
    synchronized (this) {
      if (removed && !complete.getAsBoolean()) {
        throw new IllegalStateException(over);
      }
    }
  }

  @Override
  public boolean stop(boolean aborts) {
    synchronized (this) {
      if (over != null) {
        return false;
      }
    }
    if (aborts) {
      calls.member((member, nanos) -> member.kill(run(), "a user", nanos));
    } else {
      calls.ask(new Command.Stop(run(), "a user"));
    }
    return true;
  }

  @Override
  public synchronized void await(BooleanSupplier holds) throws InterruptedException {
    while (over == null && !holds.getAsBoolean()) {
      wait();
    }
  }

  String run() {
    return submission.id();
  }

  Instant submittedAt() {
    return submission.instant();
  }

  /** Run time 0 since the start of the run. */
  synchronized long zeroSinceStart() {
    return zeroNanos == FleetSeconds.UNKNOWN || origin == null
        ? FleetSeconds.UNKNOWN
        : requireNonNull(origin).sinceStart(zeroNanos);
  }

  /** Returns the present run time; {@link FleetSeconds#UNKNOWN} before the start is known. */
  @Override
  public synchronized long runNanos() {
    return zeroNanos == FleetSeconds.UNKNOWN ? FleetSeconds.UNKNOWN : System.nanoTime() - zeroNanos;
  }

  /** Waits until the run is prepared and its target is open; null if the run ends before. */
  synchronized @Nullable DirectedRun awaitOpen() throws InterruptedException {
    await(() -> isOpen && control != null);
    return isOpen ? control : null;
  }

  /** The run; null before it is prepared. */
  synchronized @Nullable DirectedRun control() {
    return control;
  }

  /** Releases the run object, to save memory. */
  synchronized void release() {
    control = null;
  }

  synchronized boolean hasStarted() {
    return iterates;
  }

  /** Sets the instant of run time 0. It does not change after the start. */
  synchronized void startsAt(long nanos) {
    if (!iterates) {
      zeroNanos = nanos;
      notifyAll();
    }
  }

  synchronized void journal(Consumer<PartJournal> change) {
    change.accept(journal);
    notifyAll();
  }

  @Override
  public synchronized <T> T read(Function<PartJournal, T> view) {
    return view.apply(journal);
  }

  /** Sets the shares from the first operation on. */
  synchronized void begins(long epoch, ShareTable table) {
    shares.begin(ShareEpoch.first(table));
    firstEpoch = epoch;
    notifyAll();
  }

  /** Returns the latest epoch to whose limits this generator keeps. */
  synchronized long settled() {
    return Math.max(firstEpoch, shares.settled());
  }

  /** Whether this generator's node belongs to a scope. */
  boolean isIn(Scope scope) {
    return read(its -> its.scopes().contains(scope, generator));
  }

  /**
   * Sets the actions before and after the start.
   *
   * @param catchUp waits until this node has applied all known entries of the run
   * @param then called when the instant of the start is known
   */
  void onStart(Waiting catchUp, Runnable then) {
    caughtUp = catchUp;
    started = then;
  }

  PartSeconds seconds() {
    return seconds;
  }

  PartSteps steps() {
    return steps;
  }

  PartOperations operations() {
    return operations;
  }

  PartFills fills() {
    return fills;
  }

  /** Records that a merged item was added to the report. */
  synchronized void merged(long item, List<GeneratorSecond> seconds) {
    seconds.forEach(second -> stages.ended(second.generator(), second.window()));
    mergedItem = item;
    notifyAll();
  }

  /** Ends the connection to the fleet; without a result if this node was removed. */
  void over(String reason, boolean isRemoved) {
    synchronized (this) {
      removed |= isRemoved;
      if (over == null) {
        over = reason;
      }
      notifyAll();
    }
    fills.abandon();
    operations.close();
  }
}
