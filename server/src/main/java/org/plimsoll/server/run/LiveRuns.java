package org.plimsoll.server.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.fleet.GeneratorVerdict;
import org.plimsoll.fleet.NodeLoad;
import org.plimsoll.fleet.generator.FleetRuns;
import org.plimsoll.metrics.Exposition;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.ActionRunner;
import org.plimsoll.run.AloneSeat;
import org.plimsoll.run.FleetSeat;
import org.plimsoll.run.RunControl;
import org.plimsoll.run.RunGuard;
import org.plimsoll.run.Search;
import org.plimsoll.server.http.Problem;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs of this generator: live runs, recently ended runs, and runs in folders. */
public final class LiveRuns implements NodeLoad, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveRuns.class);

  /** The number of ended runs whose history is kept in memory. */
  private static final int ENDED_MAX = 8;

  private static final long STOP_SECONDS = 10;
  private static final long ABORT_SECONDS = 5;

  private final Drivers drivers;
  private final Path runs;
  private final Catalogue catalogue;
  private final int liveMax;
  private final RunGuard guard;
  private final List<SinkSpec> notices;
  private final String generator;
  private final Exposition exposition =
      new Exposition(Duration.ofMinutes(5), InstantSource.system());
  private final RunStore store = new RunStore();
  private final Feed overview = new Feed();
  private volatile @Nullable FleetRuns fleet;
  private final Map<String, LiveRun> known = new LinkedHashMap<>();

  /** A copy of the known runs, so that all load can be stopped without the lock. */
  private volatile List<LiveRun> all = List.of();

  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("overview").factory());

  /**
   * Creates the runs with a guard that rejects only commands.
   *
   * @param runs the folder that contains the run folders
   * @param liveMax the maximum number of concurrent runs
   */
  public LiveRuns(Drivers drivers, Path runs, int liveMax) {
    this(drivers, runs, liveMax, new NoCommands());
  }

  /**
   * Creates the runs with a guard that may reject a request.
   *
   * @param runs the folder that contains the run folders
   * @param liveMax the maximum number of concurrent runs
   */
  public LiveRuns(Drivers drivers, Path runs, int liveMax, RunGuard guard) {
    this(drivers, runs, liveMax, guard, List.of());
  }

  /**
   * Creates the runs with receivers of notices about all runs.
   *
   * @param notices receivers that are not subject to the guard
   */
  public LiveRuns(Drivers drivers, Path runs, int liveMax, RunGuard guard, List<SinkSpec> notices) {
    this.notices = List.copyOf(notices);
    this.guard = guard;
    this.drivers = drivers;
    this.runs = runs;
    this.liveMax = liveMax;
    this.generator = hostName() + "-" + ProcessHandle.current().pid();
    this.catalogue = new Catalogue(runs, generator);
    var _ = ticker.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  public Drivers drivers() {
    return drivers;
  }

  /**
   * Checks an action of a caller, even for a run that the server did not start.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the action is not allowed
   */
  public void requireAllowed(ActionSpec action) {
    new ActionRunner(guard).check(action instanceof ActionSpec.Http ? "http" : "command", action);
  }

  /** Returns the folder that contains the run folders. */
  public Path folder() {
    return runs;
  }

  /** Returns the metrics of all runs for Prometheus. */
  public Exposition exposition() {
    return exposition;
  }

  /** Returns the id of this generator. */
  public String generator() {
    return generator;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the feed with the state of all runs. */
  public Feed overview() {
    return overview;
  }

  /** Starts the runs of callers on all nodes of a fleet from now on. */
  public void join(FleetRuns itsFleet) {
    fleet = itsFleet;
  }

  /**
   * Starts a run, or a search if the request has a method; in a fleet, on all nodes.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if the request is invalid
   * @throws Problem if too many runs are live
   * @throws IOException if the run's folder cannot be written
   */
  public LiveRun begin(RunRequest request, Labels labels) throws IOException {
    RunControl control = prepared(request, List.of(), new AloneSeat());
    FleetRuns its = fleet;
    return its == null
        ? begin(control, labels)
        : new FleetStart(its, generator, this::live).begin(control, request, labels);
  }

  /** Prepares a run, or a search, of one of several generators. */
  RunControl prepared(RunRequest request, List<RunListener> listeners, FleetSeat seat) {
    Clock clock = Clock.system();
    return TuneSettings.isSearch(request)
        ? RunControl.search(request, drivers, listeners, clock, guard, seat)
        : RunControl.prepare(request, RunRequest.empty(), drivers, listeners, clock, guard, seat);
  }

  LiveRun begin(RunControl control, Labels labels) throws IOException {
    // Opening files, secrets and connections may take long, so it is done without the lock of all
    // runs.
    MetricsOut out;
    try {
      out = MetricsOut.open(control.parameters().resolved().spec().observation().sinks(), guard);
    } catch (RuntimeException e) {
      control.close();
      throw e;
    }
    try {
      MetricsOut told = MetricsOut.open(notices);
      return begin(control, out, told, labels);
    } catch (RuntimeException | IOException e) {
      out.close();
      control.close();
      throw e;
    }
  }

  /** Creates the folder of a prepared run, adds it to the list, and starts its thread. */
  private LiveRun begin(RunControl control, MetricsOut out, MetricsOut told, Labels labels)
      throws IOException {
    LiveRun live = listening(runs, labels, control);
    try {
      requireRoom();
      live.openFolder();
    } catch (RuntimeException | IOException e) {
      told.close();
      throw e;
    }
    control.run().listen(out);
    control.onSinks(out::change);
    control.run().listen(told);
    RunListener scraped = exposition.newRun();
    control.run().listen(scraped);
    live.atEnd(() -> {
      out.close();
      told.close();
      if (!live.hasStarted()) {
        exposition.forget(scraped);
      }
    });
    try {
      list(live);
    } catch (RuntimeException e) {
      live.discardFolder();
      exposition.forget(scraped);
      told.close();
      throw e;
    }
    live.begin();
    return live;
  }

  private synchronized void list(LiveRun live) {
    requireRoom();
    known.put(live.id(), live);
    forgetOldest();
    all = List.copyOf(known.values());
  }

  private void requireRoom() {
    if (goingOn().size() >= liveMax) {
      throw Problem.tooMany(
          "At most " + liveMax + " runs may be live on this server; stop one first.");
    }
  }

  /** Adds a run that its caller starts, records and stops. */
  public synchronized LiveRun attach(RunControl control) {
    LiveRun live = listening(null, Labels.NONE, control);
    control.run().listen(exposition.newRun());
    known.put(live.id(), live);
    all = List.copyOf(known.values());
    return live;
  }

  private LiveRun listening(@Nullable Path folder, Labels labels, RunControl control) {
    LiveRun[] self = new LiveRun[1];
    LiveRun live = new LiveRun(folder, generator, labels, () -> changed(self[0]));
    self[0] = live;
    live.control(control);
    control.run().listen(live);
    control.run().listen(live.diagnosis());
    Search search = control.search();
    if (search != null) {
      search.listen(live::tried);
    }
    return live;
  }

  /** Resolves a request without starting it. */
  public ResolvedRun resolve(RunRequest request) {
    return RunControl.resolve(request, drivers, guard);
  }

  private void changed(@Nullable LiveRun run) {
    if (run != null) {
      run.feed().tell("run", run::row);
      overview.tell("catalogue", () -> Map.of("run", run.row()));
    }
  }

  private void forgetOldest() {
    List<LiveRun> ended = known.values().stream().filter(run -> !run.isGoingOn()).toList();
    ended.stream()
        .limit(Math.max(0, ended.size() - ENDED_MAX))
        .forEach(run -> known.remove(run.id()));
  }

  /** Publishes the rows of live runs. A failure must not stop the timer. */
  private void tick() {
    try {
      if (overview.isWatched()) {
        overview.tell("runs", Map.of("runs", goingOn().stream().map(LiveRun::row).toList()));
      }
    } catch (RuntimeException | Error e) {
      LOG.error("Cannot publish the state of the runs", e);
    }
  }

  /** Returns the live runs. */
  public List<LiveRun> goingOn() {
    return all.stream().filter(LiveRun::isGoingOn).toList();
  }

  /** Returns a run that is live, or whose history is still in memory. */
  public Optional<LiveRun> live(String id) {
    return all.stream().filter(run -> run.id().equals(id)).findFirst();
  }

  /** Reads a run from its folder; empty if there is none with this id. */
  public Optional<StoredRun> stored(String id) throws IOException {
    Optional<Path> folder = catalogue.folder(id);
    return folder.isEmpty() ? Optional.empty() : store.read(folder.get());
  }

  /** Returns the folder of a run, live or ended; empty if it has none. */
  public Optional<Path> folder(String id) throws IOException {
    Optional<Path> recorded = live(id).map(LiveRun::folder);
    return recorded.isPresent() ? recorded : catalogue.folder(id);
  }

  /** Returns all runs, newest first. */
  public List<RunRow> rows() throws IOException {
    List<RunRow> rows = new ArrayList<>();
    all.forEach(run -> rows.add(run.row()));
    List<String> shown = rows.stream().map(each -> each.identity().id()).toList();
    return Stream.concat(
            rows.stream(),
            catalogue.rows().stream().filter(row -> !shown.contains(row.identity().id())))
        .sorted(RunRow.NEWEST_FIRST)
        .toList();
  }

  /**
   * Deletes a run that has ended.
   *
   * @throws Problem if the run is live
   */
  public void delete(String id) throws IOException {
    live(id).ifPresent(LiveRun::awaitFiles);
    synchronized (this) {
      LiveRun live = known.get(id);
      if (live != null && live.isGoingOn()) {
        throw Problem.conflict("The run " + id + " is live; stop it before you delete it.");
      }
      known.remove(id);
      all = List.copyOf(known.values());
    }
    catalogue.delete(id).ifPresent(store::forget);
    overview.tell("catalogue", Map.of("deleted", id));
  }

  @Override
  public List<String> liveRuns() {
    return NodeVerdicts.takingPart(goingOn()).stream().map(LiveRun::id).toList();
  }

  @Override
  public List<GeneratorVerdict> verdicts() {
    return NodeVerdicts.of(all);
  }

  /** Aborts all live runs and returns their ids. */
  @Override
  public List<String> stopAllLoad() {
    List<LiveRun> going = goingOn();
    going.forEach(run -> run.stop(true));
    return going.stream().map(LiveRun::id).toList();
  }

  /** Stops the live runs, and waits up to 15 s until all have written their summaries. */
  @Override
  public void close() {
    ticker.shutdownNow();
    // Ended runs too, because their folders may not be complete yet.
    List<LiveRun> ours = all.stream().filter(LiveRun::isOurs).toList();
    ours.forEach(run -> run.stop(false));
    try {
      awaitEnds(ours, STOP_SECONDS);
      ours.forEach(run -> run.stop(true));
      awaitEnds(ours, ABORT_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnds(List<LiveRun> runs, long seconds) throws InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (LiveRun run : runs) {
      boolean _ = run.awaitEnd(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }
  }
}
