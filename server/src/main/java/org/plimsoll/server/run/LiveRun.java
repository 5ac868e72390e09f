package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.report.folder.EventSample;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TargetHealth;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.TrialResult;
import org.plimsoll.run.RunControl;
import org.plimsoll.run.Search;
import org.plimsoll.run.VerdictSoFar;
import org.plimsoll.server.history.History;
import org.plimsoll.server.history.HistoryView;

/**
 * A run of this generator that is live or has ended recently. It is recorded in its folder, keeps
 * its history in memory, and publishes its events.
 */
public final class LiveRun implements RunListener {
  private static final Set<String> GOING_ON = Set.of("starting", "running", "stopping");

  private static final double NANOS_PER_SECOND = 1e9;
  private static final long FILES_SECONDS = 12; // Sinks may take 8 s to close.

  private final RunRecording recording;
  private final String generator;
  private final History history = new History();
  private final Feed feed = new Feed();
  private final EventSample events = new EventSample();
  private final LiveDiagnosis diagnosis;
  private final SearchRecording searched = new SearchRecording(text -> problem = text);
  private final Instant createdAt = Instant.now();
  private final Runnable changed;
  private final CountDownLatch ended = new CountDownLatch(1);
  private @Nullable RunControl control;
  private Runnable atEnd = () -> {};

  private volatile String state = "starting";
  private volatile Labels labels;
  private volatile @Nullable Interval latest;
  private volatile @Nullable Summary summary;
  private volatile @Nullable Long noAnswerSinceNanos;
  private volatile @Nullable String problem;
  private volatile @Nullable RunStart start;

  /**
   * Creates a run that has not started.
   *
   * @param runs folder for the run's folder; null if the caller records the run
   * @param changed called when the state changes
   */
  LiveRun(@Nullable Path runs, String generator, Labels labels, Runnable changed) {
    this.recording = new RunRecording(runs);
    this.diagnosis = new LiveDiagnosis(recording::record);
    this.generator = generator;
    this.labels = labels;
    this.changed = changed;
  }

  void control(RunControl itsControl) {
    control = itsControl;
  }

  /** Adds an action for the end of the run. Must be called before the run starts. */
  void atEnd(Runnable what) {
    atEnd = what;
  }

  /** Whether the run was started by this server. */
  boolean isOurs() {
    return recording.isOurs();
  }

  /** Starts the run on a separate thread. */
  void begin() {
    Thread.ofPlatform()
        .name("run-" + id())
        .daemon()
        .start(() -> {
          try {
            control().run().execute();
          } catch (TargetUnavailableException | RuntimeException | Error e) {
            failed(String.valueOf(e.getMessage()));
          } finally {
            end();
          }
        });
  }

  /**
   * Releases the resources of the run. Threads that wait for its end continue even if this fails.
   */
  private void end() {
    try {
      control().close();
      atEnd.run();
    } finally {
      try {
        closeFolder();
      } finally {
        ended.countDown();
        changed.run();
      }
    }
  }

  /**
   * Creates the folder before the run starts, so that even a run that cannot connect is recorded.
   */
  void openFolder() throws IOException {
    recording.open(control().run().start(), labels);
  }

  /** Deletes the folder of a run that will not start. */
  void discardFolder() {
    recording.discard();
  }

  /** Closes the run's folder and ends the recording. */
  void closeFolder() {
    recording.close();
  }

  /** Waits for the end of the run; false on timeout. */
  boolean awaitEnd(long timeout, TimeUnit unit) throws InterruptedException {
    return ended.await(timeout, unit);
  }

  /** Waits some seconds at most until the files of an ended run are complete. */
  public void awaitFiles() {
    try {
      boolean _ = isGoingOn() || !isOurs() || awaitEnd(FILES_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public RunControl control() {
    return Objects.requireNonNull(control);
  }

  public String id() {
    return control().run().id();
  }

  public History history() {
    return history;
  }

  public Feed feed() {
    return feed;
  }

  public String generator() {
    return generator;
  }

  /** Returns the start of the run, or the time of its creation if it has not started. */
  public Instant startedAt() {
    RunStart begun = start;
    return begun == null ? createdAt : begun.startedAt();
  }

  /** Returns the last interval; null before the first one. */
  public @Nullable Interval latest() {
    return latest;
  }

  public boolean isGoingOn() {
    return GOING_ON.contains(state);
  }

  /** Whether the target was opened. */
  boolean hasStarted() {
    return start != null;
  }

  /** Changes the state if the current one is among {@code from}; otherwise returns false. */
  private synchronized boolean turn(Set<String> from, String to) {
    boolean turns = from.contains(state);
    if (turns) {
      state = to;
    }
    return turns;
  }

  public @Nullable Summary summary() {
    return summary;
  }

  /** Returns the diagnostic data of the run. */
  public LiveDiagnosis diagnosis() {
    return diagnosis;
  }

  /** Returns the folder of the run; null if there is none. */
  public @Nullable Path folder() {
    return recording.folder();
  }

  public synchronized List<RunEvent> events() {
    return events.inOrder();
  }

  /** Stops the run: at once if {@code aborts}, otherwise after waiting for operations in flight. */
  public void stop(boolean aborts) {
    if (turn(GOING_ON, "stopping")) {
      if (aborts) {
        control().run().abort();
      } else {
        control().run().stop();
      }
      changed.run();
    }
  }

  public void label(Labels next) throws IOException {
    Path recorded = folder();
    if (recorded != null) {
      next.write(recorded);
    }
    labels = next;
    changed.run();
  }

  public RunRow row() {
    Interval last = latest;
    Summary result = summary;
    RunStart begun = start;
    RunSpec spec = control().parameters().resolved().spec();
    boolean goesOn = isGoingOn();
    return new RunRow(
        new RunRow.Identity(
            id(), spec.identity().name(), begun == null ? spec.target().uri() : begun.target()),
        new RunRow.Status(
            state,
            goesOn && last != null ? last.window().phase().text() : null,
            startedAt().toString(),
            // The summary of a search describes one trial.
            result != null && control().search() == null
                ? result.elapsedNanos()
                : last == null ? 0 : last.window().atNanos(),
            goesOn && control().run().switches().isPaused()),
        result != null
            ? new RunRow.Verdict(result.verdict().validity().text(), result.verdict().slo().text())
            : verdict(),
        result != null
            ? Rows.figures(result)
            : Rows.figures(last, spec.parameters().timeoutNanos()),
        labels,
        goesOn,
        List.of(generator),
        problem);
  }

  /** Returns the verdict so far. */
  private RunRow.Verdict verdict() {
    VerdictSoFar soFar = control().run().soFar();
    TargetState target = TargetState.of(latest, noAnswerSinceNanos);
    return new RunRow.Verdict(
        soFar == null ? null : soFar.validity().text(), target.slo(), isGoingOn() ? target : null);
  }

  /** Returns the findings about the generator in the measurement so far. */
  public List<Summary.Finding> findingsSoFar() {
    VerdictSoFar soFar = control().run().soFar();
    return soFar == null ? List.of() : soFar.findings();
  }

  private void tellHealth() {
    if (feed.isWatched() && isGoingOn()) {
      RunRow.Verdict now = verdict();
      feed.tell("health", () -> LiveVerdict.of(now, findingsSoFar()));
    }
  }

  @Override
  public void started(RunStart begun) {
    start = begun;
    recording.record(recorder -> recorder.started(begun));
    boolean _ = turn(Set.of("starting"), "running");
    changed.run();
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    recording.record(recorder -> recorder.interval(interval, histograms));
    Interval before = latest;
    latest = interval;
    HistoryView second = history.add(interval, histograms);
    if (feed.isWatched()) {
      feed.tell(
          "interval",
          Long.toString((long) (interval.window().atNanos() / NANOS_PER_SECOND)),
          scenario ->
              second.columns(
                  generator, startedAt().toString(), scenario.isEmpty() ? null : scenario));
    }
    TargetHealth health = interval.verdict().target();
    noAnswerSinceNanos = health == null ? null : health.noAnswerSinceNanos();
    tellHealth();
    if (before == null || !before.window().phase().equals(interval.window().phase())) {
      changed.run();
    }
  }

  @Override
  public void added(Interval late, Map<String, Histogram> histograms) {
    recording.record(recorder -> recorder.added(late, histograms));
    history.addLate(late, histograms);
  }

  @Override
  public void event(RunEvent event) {
    recording.record(recorder -> recorder.event(event));
    synchronized (this) {
      events.add(event);
    }
    feed.tell("event", event);
    RunEvent.Period period = event.period();
    if (event.kind() == EventKind.STALL && period != null) {
      noAnswerSinceNanos = period.lengthNanos() == null ? (Long) period.sinceNanos() : null;
      tellHealth();
    }
    if (event.change() != null) {
      feed.tell("parameters", Map.of("change", event.change(), "atNanos", event.atNanos()));
      changed.run();
    }
  }

  /** Records and publishes an ended trial of a search. */
  void tried(TrialResult trial) {
    Search search = control().search();
    if (search != null) {
      TuneResult result = search.result(false);
      searched.tried(trial, result, folder()); // before it is published
      feed.tell("search", () -> SearchStep.of(result, trial));
    }
  }

  /** Returns the result of a search so far; empty if the run is not a search. */
  public Optional<TuneResult> line() {
    return Optional.ofNullable(control().search()).map(search -> search.result(!isGoingOn()));
  }

  private void leaveLine() {
    Search search = control().search();
    if (search != null) {
      searched.ended(search, folder());
    }
  }

  @Override
  public Optional<Summary.Finding> trouble() {
    return recording.trouble();
  }

  @Override
  public void failed(String sentence) {
    if (!isGoingOn()) {
      return;
    }
    problem = sentence;
    boolean _ = turn(GOING_ON, "failed");
    recording.record(recorder -> recorder.failed(sentence));
    leaveLine();
    feed.tell("end", Map.of("state", state, "problem", sentence));
    changed.run();
  }

  @Override
  public void finished(Summary result) {
    recording.record(recorder -> recorder.finished(result));
    leaveLine();
    summary = result;
    boolean _ = turn(GOING_ON, "finished");
    feed.tell("end", Map.of("state", state));
    changed.run();
  }
}
