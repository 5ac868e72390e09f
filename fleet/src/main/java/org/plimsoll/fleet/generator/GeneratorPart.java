package org.plimsoll.fleet.generator;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.KeptBounds;
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
final class GeneratorPart implements FleetSeat {
  /** Time before the start at which the run's thread continues, so that loads wait for it. */
  private static final long EARLY_NANOS = 20_000_000;

  /** The number of a part that only shows a run, because the run is placed on other nodes. */
  static final int WATCHING = -1;

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

  private final PartState state = new PartState();

  // Guarded by the state, like the following fields.
  private final EndedStages stages = new EndedStages();
  private @Nullable DirectedRun control;
  private @Nullable RunOrigin origin;
  private long firstEpoch;
  private long mergedItem;
  private boolean isOpen;
  private boolean iterates;
  private boolean measured;

  // Set before the run starts.
  private Waiting caughtUp = () -> {};
  private Runnable started = () -> {};

  /** A condition that a thread waits for. */
  interface Waiting {
    void await() throws InterruptedException;
  }

  /**
   * @param generator number of this generator in the run; {@link #WATCHING} without one
   */
  GeneratorPart(Submission submission, int generator, NodeFigures.Place place, FleetCalls calls) {
    this.seconds = new PartSeconds(submission.id(), place, calls);
    this.submission = submission;
    this.generator = generator;
    this.calls = calls;
    // The generator owns nothing until the coordinator has assigned shares.
    this.shares = new Shares(generator, ShareEpoch.first(ShareTable.of(Map.of(generator + 1, 1))));
    this.fills =
        new PartFills(submission.id(), calls, shares, () -> state.read(PartJournal::fills));
    this.operations = new PartOperations(submission.id(), calls);
    this.requests =
        new PartRequests(
            submission.id(),
            calls,
            () -> state.read(PartJournal::scopes),
            () -> state.read(PartJournal::active),
            generator);
    this.steps = new PartSteps(submission.id(), generator, calls, requests, state);
    this.iterations = new PartIterations(submission.id(), calls, requests, state);
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
  public boolean isWatching() {
    return generator == WATCHING;
  }

  @Override
  public RunOrigin origin(long seed, Clock clock) {
    RunOrigin its = RunOrigin.of(submission.id(), submission.instant(), clock);
    state.change(() -> origin = its);
    return its;
  }

  @Override
  public Map<String, Map<String, String>> sourceTexts() {
    return submission.sources();
  }

  @Override
  public void taken(DirectedRun run) {
    state.change(() -> control = run);
  }

  @Override
  public FillMode prepare(Preparation own) throws TargetUnavailableException, InterruptedException {
    state.change(() -> isOpen = true);
    String mode = once("prepare", () -> own.perform().name());
    calls.member((member, nanos) -> member.prepared(run(), nanos));
    state.require(() -> firstEpoch > 0);
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
  public List<ConsistencyPart> consistency() {
    return steps.consistency();
  }

  @Override
  public void tellFacts(Supplier<Map<String, String>> own) {
    steps.tellFacts(own);
  }

  @Override
  public Map<String, String> facts() {
    return steps.facts();
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
    long startNanos = state.zeroNanos() + atRunNanos;
    TimeUnit.NANOSECONDS.sleep(startNanos - EARLY_NANOS - clock.nanoTime());
    return new Start(startNanos, atRunNanos);
  }

  private @Nullable Start readyFirst(Clock clock) throws InterruptedException {
    caughtUp.await();
    calls.member((member, nanos) -> member.atStart(run(), nanos));
    state.require(() -> state.hasZero() || state.read(PartJournal::isStopped));
    synchronized (state) {
      if (!state.hasZero()) {
        return null; // the generator joined when the run was about to end
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
  public long secondsFrom(long startNanos) {
    synchronized (state) {
      RunOrigin its = origin;
      return iterates || its == null ? startNanos : its.startNanos();
    }
  }

  @Override
  public void measured(GeneratorSecond second, RunReport report) {
    DirectedRun its;
    synchronized (state) {
      its = control;
      if (measured) {
        return; // driver counts after the end belong to no second
      }
      stages.endsHere(second.window());
    }
    seconds.send(second, its, zeroSinceStart());
  }

  @Override
  public void loadEnded() throws InterruptedException {
    // The others do not wait for a generator that joins during an iteration and has no share yet.
    state.await(() ->
        state.read(journal ->
            journal.isStopped()
                || stages.haveEnded(iterates ? journal.sending() : journal.active())));
  }

  @Override
  public void loadsEnded() throws InterruptedException {
    synchronized (state) {
      if (measured) {
        return;
      }
      measured = true;
    }
    operations.close();
    if (isWatching()) {
      state.change(() -> isOpen = true);
    } else {
      calls.member((member, nanos) -> member.ended(run(), nanos));
    }
    state.awaitUnlessRemoved(
        () -> state.read(PartJournal::end).map(end -> end.lastItem() <= mergedItem).orElse(false));
  }

  @Override
  public boolean stop(boolean aborts) {
    if (state.isOver()) {
      return false;
    }
    if (aborts) {
      calls.member((member, nanos) -> member.kill(run(), "a user", nanos));
    } else {
      calls.ask(new Command.Stop(run(), "a user"));
    }
    return true;
  }

  String run() {
    return submission.id();
  }

  Instant submittedAt() {
    return submission.instant();
  }

  /** Returns what this node knows about the run. */
  PartState state() {
    return state;
  }

  /** Returns run time 0 as a time since the start of the run. */
  long zeroSinceStart() {
    synchronized (state) {
      RunOrigin its = origin;
      return its == null || !state.hasZero()
          ? FleetSeconds.UNKNOWN
          : its.sinceStart(state.zeroNanos());
    }
  }

  /**
   * Waits until the run is prepared and its target is open; returns null if the run ends before.
   */
  @Nullable DirectedRun awaitOpen() throws InterruptedException {
    state.await(() -> isOpen && control != null);
    synchronized (state) {
      return isOpen ? control : null;
    }
  }

  /** Returns the run; null before it is prepared. */
  @Nullable DirectedRun control() {
    synchronized (state) {
      return control;
    }
  }

  /** Releases the run object, to save memory. */
  void release() {
    state.change(() -> control = null);
  }

  /** Whether the load has started, here or where this node watches it. */
  boolean hasStarted() {
    synchronized (state) {
      return iterates || (isWatching() && state.hasZero());
    }
  }

  /** Sets the instant of run time 0. It does not change after the start. */
  void startsAt(long nanos) {
    synchronized (state) {
      if (!iterates) {
        state.startsAt(nanos);
      }
    }
  }

  /** Sets the shares from the first operation on. */
  void begins(long epoch, ShareTable table) {
    state.change(() -> {
      shares.begin(ShareEpoch.first(table));
      firstEpoch = epoch;
    });
  }

  /** Returns the latest epochs whose limits this generator obeys. */
  KeptBounds settled() {
    synchronized (state) {
      return shares.kept().atLeast(firstEpoch);
    }
  }

  /** Whether this generator's node belongs to a scope. */
  boolean isIn(Scope scope) {
    return state.read(its -> its.scopes().contains(scope, generator));
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
  void merged(long item, List<GeneratorSecond> seconds) {
    state.change(() -> {
      seconds.forEach(second -> stages.ended(second.generator(), second.window()));
      mergedItem = item;
    });
  }

  /** Ends the connection to the fleet. There is no result if this node was removed. */
  void over(String reason, boolean isRemoved) {
    state.over(reason, isRemoved);
    fills.abandon();
    operations.close();
  }
}
