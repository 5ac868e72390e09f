package org.plimsoll.server.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.plimsoll.metrics.Exposition;
import org.plimsoll.metrics.MetricsOut;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.RunControl;
import org.plimsoll.run.RunGuard;
import org.plimsoll.run.Search;
import org.plimsoll.server.http.Problem;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneSettings;

/** The runs of this generator: those that go on, those that ended a while ago, and folders. */
public final class LiveRuns implements AutoCloseable {
  /** Ended runs whose history stays in memory. */
  private static final int ENDED_MAX = 8;

  private final Drivers drivers;
  private final Path runs;
  private final Catalogue catalogue;
  private final int liveMax;
  private final RunGuard guard;
  private final String generator;
  private final Exposition exposition =
      new Exposition(Duration.ofMinutes(5), InstantSource.system());
  private final RunStore store = new RunStore();
  private final Feed overview = new Feed();
  private final Map<String, LiveRun> known = new LinkedHashMap<>();
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("overview").factory());

  /**
   * @param runs where run folders are made and looked for
   * @param liveMax how many may go on at once
   */
  public LiveRuns(Drivers drivers, Path runs, int liveMax) {
    this(drivers, runs, liveMax, RunGuard.NONE);
  }

  /**
   * Runs that never do what the guard refuses.
   *
   * @param runs where run folders are made and looked for
   * @param liveMax how many may go on at once
   */
  public LiveRuns(Drivers drivers, Path runs, int liveMax, RunGuard guard) {
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

  /** Where run folders are. */
  public Path folder() {
    return runs;
  }

  /** The metrics of all runs, for Prometheus. */
  public Exposition exposition() {
    return exposition;
  }

  /** The name of this generator among others. */
  public String generator() {
    return generator;
  }

  public Catalogue catalogue() {
    return catalogue;
  }

  /** What happens to any run. */
  public Feed overview() {
    return overview;
  }

  /**
   * Begins a run, or a search if it names a method.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when what is asked for cannot be
   */
  public LiveRun begin(RunRequest request, Labels labels) {
    Clock clock = Clock.system();
    RunControl control =
        TuneSettings.isSearch(request)
            ? RunControl.search(request, drivers, List.of(), clock, guard)
            : RunControl.prepare(request, RunRequest.empty(), drivers, List.of(), clock, guard);
    synchronized (this) {
      if (goingOn().size() >= liveMax) {
        control.close();
        throw Problem.conflict(
            liveMax + " runs go on already, which is the most that this server allows.");
      }
      MetricsOut out;
      try {
        out = MetricsOut.open(control.parameters().resolved().spec().observation().sinks());
      } catch (RuntimeException e) {
        control.close();
        throw e;
      }
      LiveRun live = listening(runs, labels, control);
      control.run().listen(out);
      RunListener scraped = exposition.newRun();
      control.run().listen(scraped);
      live.atEnd(() -> {
        out.close();
        if (live.folder() == null) {
          exposition.forget(scraped);
        }
      });
      known.put(live.id(), live);
      forgetOldest();
      live.begin();
      return live;
    }
  }

  /** Shows a run that somebody else begins, records and ends. */
  public synchronized LiveRun attach(RunControl control) {
    LiveRun live = listening(null, Labels.NONE, control);
    control.run().listen(exposition.newRun());
    known.put(live.id(), live);
    return live;
  }

  private LiveRun listening(@Nullable Path folder, Labels labels, RunControl control) {
    LiveRun[] self = new LiveRun[1];
    LiveRun live = new LiveRun(folder, generator, labels, () -> changed(self[0]));
    self[0] = live;
    live.control(control);
    control.run().listen(live);
    Search search = control.search();
    if (search != null) {
      search.listen(live::tried);
    }
    return live;
  }

  /**
   * What a run would be.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when what is asked for cannot be
   */
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

  private void tick() {
    if (overview.isWatched()) {
      overview.tell("runs", Map.of("runs", goingOn().stream().map(LiveRun::row).toList()));
    }
  }

  /** The runs that go on. */
  public synchronized List<LiveRun> goingOn() {
    return known.values().stream().filter(LiveRun::isGoingOn).toList();
  }

  /** A run that goes on, or whose history is still in memory. */
  public synchronized Optional<LiveRun> live(String id) {
    return Optional.ofNullable(known.get(id));
  }

  /** A run that left a folder; empty when there is none of that id. */
  public Optional<StoredRun> stored(String id) throws IOException {
    Optional<Path> folder = catalogue.folder(id);
    return folder.isEmpty() ? Optional.empty() : store.read(folder.get());
  }

  /** A run's folder, also while it goes on; empty when it has none. */
  public Optional<Path> folder(String id) throws IOException {
    Optional<Path> recorded = live(id).map(LiveRun::folder);
    return recorded.isPresent() ? recorded : catalogue.folder(id);
  }

  /** All runs, the newest first. */
  public List<RunRow> rows() throws IOException {
    List<RunRow> rows = new ArrayList<>();
    synchronized (this) {
      known.values().forEach(run -> rows.add(run.row()));
    }
    List<String> shown = rows.stream().map(RunRow::id).toList();
    return Stream.concat(
            rows.stream(), catalogue.rows().stream().filter(row -> !shown.contains(row.id())))
        .sorted(Comparator.comparing(RunRow::startedAt).reversed())
        .toList();
  }

  /**
   * Deletes a run that has ended.
   *
   * @throws Problem when it goes on
   */
  public void delete(String id) throws IOException {
    synchronized (this) {
      LiveRun live = known.get(id);
      if (live != null && live.isGoingOn()) {
        throw Problem.conflict("The run " + id + " goes on; stop it before it is deleted.");
      }
      known.remove(id);
    }
    catalogue.delete(id);
    overview.tell("catalogue", Map.of("deleted", id));
  }

  /** Aborts all load; the ids of the runs that went on. */
  public List<String> kill() {
    List<LiveRun> going = goingOn();
    going.forEach(run -> run.stop(true));
    return going.stream().map(LiveRun::id).toList();
  }

  /** Stops what goes on, and waits a little for its summaries. */
  @Override
  public void close() {
    ticker.shutdownNow();
    List<LiveRun> ours;
    synchronized (this) {
      // Also those that have ended: their folders may not be whole yet.
      ours = known.values().stream().filter(LiveRun::isOurs).toList();
    }
    ours.forEach(run -> run.stop(false));
    try {
      for (LiveRun run : ours) {
        if (!run.awaitEnd(10, TimeUnit.SECONDS)) {
          run.stop(true);
          run.awaitEnd(5, TimeUnit.SECONDS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
