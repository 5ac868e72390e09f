package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Strategy.Next;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;

/**
 * Runs trials until the strategy has found the maximum throughput. It runs on the housekeeping
 * timeline: a trial is a chain of actions, and nothing here blocks. Any thread may read the results
 * so far.
 */
public final class FindMax implements Pilot {
  /** Maximum number of summaries kept when tracking, which may run for weeks. */
  private static final int SUMMARIES_MAX = 500;

  /** Maximum number of trials kept when tracking, from which the band is computed. */
  private static final int TRACKED_MAX = 2_000;

  private static final int PAUSES = 20;

  private final TuneSpec spec;
  private final List<SloSpec> objectives;
  private final Consumer<Trial> listener;
  private final Strategy strategy;
  private volatile List<Trial> trials = List.of();
  private volatile @Nullable Line line;

  /**
   * Creates a search that has not started.
   *
   * @param listener receives each trial when it ends
   */
  public FindMax(TuneSpec spec, List<SloSpec> objectives, Consumer<Trial> listener) {
    this.spec = spec;
    this.objectives = List.copyOf(objectives);
    this.listener = listener;
    this.strategy = Strategy.of(spec);
  }

  @Override
  public void begin(Rig rig) {
    next(rig);
  }

  @Override
  public int inFlightMax() {
    return spec.load().inFlightMax();
  }

  /** The trials so far; when tracking, only the last ones. */
  public List<Trial> trials() {
    return trials;
  }

  /** The result, which is preliminary while the search is running. */
  public Line line() {
    return line(trials);
  }

  /** The result of these trials, which is preliminary while the search is running. */
  Line line(List<Trial> its) {
    Line answer = line;
    return answer == null ? strategy.soFar(its) : answer;
  }

  private void next(Rig rig) {
    switch (strategy.next(trials)) {
      case Next.Done(Line answer) -> {
        line = answer;
        rig.stop();
      }
      case Next.Try(Attempt attempt) ->
          new TrialFlight(
                  rig,
                  spec,
                  objectives,
                  attempt,
                  trials.isEmpty() ? 1 : trials.getLast().number() + 1,
                  trial -> took(rig, attempt, trial))
              .start();
    }
  }

  private void took(Rig rig, Attempt attempt, Trial trial) {
    List<Trial> kept = new ArrayList<>(trials);
    kept.add(trial);
    if (spec.method() == TuneSpec.Method.TRACK && kept.size() > TRACKED_MAX) {
      kept.removeFirst();
    }
    int old = kept.size() - SUMMARIES_MAX;
    if (old >= 0) {
      kept.set(old, withoutSummary(kept.get(old)));
    }
    trials = List.copyOf(kept);
    // The run's own summary is that of the last trial that passed at the highest passed load.
    if (trial.passed()
        && trial.summary() != null
        && trial.level() >= strategy.soFar(trials).level()) {
      rig.nominate(trial.summary());
    }
    listener.accept(trial);
    long pauseNanos = attempt.drains() ? spec.trials().shortestNanos() / PAUSES : 0;
    if (pauseNanos == 0) {
      next(rig);
    } else {
      rig.at(rig.nowNanos() + pauseNanos, () -> next(rig));
    }
  }

  private static Trial withoutSummary(Trial trial) {
    return new Trial(
        trial.number(),
        trial.stage(),
        trial.level(),
        trial.lengthNanos(),
        trial.throughputPerSecond(),
        trial.decision(),
        null,
        trial.why());
  }
}
