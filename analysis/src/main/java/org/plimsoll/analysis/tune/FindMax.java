package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.analysis.tune.Strategy.Next;

/**
 * Flies a run from trial to trial until the strategy has its answer. It lives in the run's
 * housekeeping: a trial is a chain of actions on its timeline, and nothing here blocks. What it has
 * found so far can be read from any thread.
 */
public final class FindMax implements Pilot {
  /** Summaries that a tracker keeps: it goes on for weeks. */
  private static final int SUMMARIES_MAX = 500;

  /** Trials that a tracker keeps, and that its band is of. */
  private static final int TRACKED_MAX = 2_000;

  private static final int PAUSES = 20;

  private final TuneSpec spec;
  private final List<SloSpec> objectives;
  private final Consumer<Trial> listener;
  private final Strategy strategy;
  private volatile List<Trial> trials = List.of();
  private volatile @Nullable Line line;

  /**
   * A search that has not begun.
   *
   * @param listener is told of each trial as it ends
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
    return spec.inFlightMax();
  }

  /** The trials so far; of a tracker the last ones. */
  public List<Trial> trials() {
    return trials;
  }

  /** The answer, or what is known of it. */
  public Line line() {
    return line(trials);
  }

  /** The answer of these trials, or what is known of it. */
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
    // The run's own summary is of the last trial that passed at the highest load that holds.
    if (trial.passed()
        && trial.summary() != null
        && trial.level() >= strategy.soFar(trials).level()) {
      rig.nominate(trial.summary());
    }
    listener.accept(trial);
    long pauseNanos = attempt.drains() ? spec.trialNanos() / PAUSES : 0;
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
        trial.outcome(),
        trial.stress(),
        trial.objective(),
        trial.isClose(),
        trial.reason(),
        null);
  }
}
