package org.plimsoll.run;

import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.plimsoll.analysis.tune.FindMax;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.analysis.tune.TuneResults;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.TrialResult;
import org.plimsoll.settings.TuneResolver.ResolvedTune;

/**
 * A search for the maximum throughput within the objectives: a run with consecutive trials, and its
 * result. Thread-safe.
 */
public final class Search {
  private final ResolvedTune resolved;
  private final List<Consumer<TrialResult>> listeners = new CopyOnWriteArrayList<>();
  private final FindMax pilot;
  private final Run run;

  private Search(
      ResolvedTune resolved,
      Drivers drivers,
      List<RunListener> runListeners,
      Clock clock,
      RunGuard guard,
      FleetSeat seat) {
    this.resolved = resolved;
    this.pilot = new FindMax(resolved.tune(), objectives(), this::tried);
    this.run = Run.piloted(spec(), drivers, runListeners, clock, pilot, guard, seat);
  }

  /** Creates a search. */
  public static Search prepare(
      ResolvedTune resolved, Drivers drivers, List<RunListener> listeners, Clock clock) {
    return prepare(resolved, drivers, listeners, clock, RunGuard.NONE, new AloneSeat());
  }

  /** Creates a search of one of several generators, with a guard that may reject its actions. */
  static Search prepare(
      ResolvedTune resolved,
      Drivers drivers,
      List<RunListener> listeners,
      Clock clock,
      RunGuard guard,
      FleetSeat seat) {
    return new Search(resolved, drivers, listeners, clock, guard, seat);
  }

  /** Returns the run of the search. */
  public Run run() {
    return run;
  }

  /** Whether the load of the search is closed. */
  public boolean isClosed() {
    return resolved.tune().load().closed();
  }

  /**
   * Sets a listener that receives each trial when it ends, one after another. It must return
   * quickly.
   */
  public void listen(Consumer<TrialResult> listener) {
    listeners.add(listener);
  }

  private void tried(Trial trial) {
    TrialResult result = TuneResults.of(trial);
    listeners.forEach(listener -> listener.accept(result));
  }

  /**
   * Returns the result so far.
   *
   * @param isEnded whether the run has ended, so that the result is final
   */
  public TuneResult result(boolean isEnded) {
    RunSpec spec = spec();
    Summary.RunInfo info =
        new Summary.RunInfo(
            run.id(),
            spec.identity().name(),
            spec.target().uri(),
            run.startedAt().truncatedTo(ChronoUnit.MILLIS).toString(),
            spec.identity().seed(),
            spec.identity().resolved(),
            spec.identity().derived());
    return TuneResults.of(info, resolved.tune(), objectives(), pilot, isEnded);
  }

  private RunSpec spec() {
    return resolved.run().spec();
  }

  private List<SloSpec> objectives() {
    return spec().checks().slos();
  }

  /** Returns the bounds of latency objectives, by their text, for the chart of the search. */
  public Map<String, Double> bounds() {
    Map<String, Double> bounds = new LinkedHashMap<>();
    for (SloSpec slo : objectives()) {
      if (Latencies.names().contains(slo.metric()) || slo.metric().matches("max|mean")) {
        bounds.put(slo.text(), slo.bound());
      }
    }
    return bounds;
  }
}
