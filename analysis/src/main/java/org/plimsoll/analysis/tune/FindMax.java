package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Strategy.Next;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.TuneSpec;

/**
 * Runs trials until the strategy has found the maximum throughput. A trial is a chain of actions,
 * and nothing here blocks. Any thread may read the results so far.
 */
public final class FindMax implements Pilot {
  /** Maximum number of summaries kept when tracking, which may run for weeks. */
  private static final int SUMMARIES_MAX = 500;

  /** Maximum number of trials kept when tracking, from which the band is computed. */
  private static final int TRACKED_MAX = 2_000;

  private static final int PAUSES = 20;

  /** Time in which other generators take over the share of a lost one. */
  private static final long TAKE_OVER_NANOS = 1_000_000_000;

  private final TuneSpec spec;
  private final List<SloSpec> objectives;
  private final Consumer<Trial> listener;
  private final Strategy strategy;
  private volatile List<Trial> trials = List.of();
  private volatile @Nullable Line line;

  /**
   * The trial whose result this pilot has sent but not yet received back; null for a trial of
   * another pilot.
   */
  private @Nullable Attempt flown;

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

  /** Returns the trials so far; when tracking, only the last ones. */
  public List<Trial> trials() {
    return trials;
  }

  /** Returns the result, which is preliminary while the search is running. */
  public Line line() {
    return line(trials);
  }

  /** Returns the result of these trials, which is preliminary while the search is running. */
  Line line(List<Trial> its) {
    Line answer = line;
    return answer == null ? strategy.soFar(its) : answer;
  }

  @Override
  public boolean hasEnded() {
    return line != null;
  }

  private void next(Rig rig) {
    switch (strategy.next(trials)) {
      case Next.Done(Line answer) -> {
        line = answer;
        rig.stop();
      }
      case Next.Try(Attempt attempt) -> fly(rig, attempt);
    }
  }

  private void fly(Rig rig, Attempt attempt) {
    int number = trials.isEmpty() ? 1 : trials.getLast().number() + 1;
    new TrialFlight(
            rig,
            spec,
            objectives,
            attempt,
            number,
            trial -> {
              // Trials that the previous pilot in control sent may still arrive, and they count.
              if (isKnown(number)) {
                proceed(rig, attempt);
              } else {
                flown = attempt;
                rig.tried(told(trial));
              }
            },
            () -> repeat(rig, number))
        .start();
  }

  /** Tries a load again, after other generators have taken over the share of a lost one. */
  private void repeat(Rig rig, int number) {
    rig.event(
        "trial %d is repeated, because a generator that measured it was lost".formatted(number));
    rig.at(rig.nowNanos() + TAKE_OVER_NANOS, () -> next(rig));
  }

  /**
   * Returns a trial for all generators, with its summary if it may become the summary of the run.
   */
  private Trial told(Trial trial) {
    return isBest(trial) ? trial : trial.withoutSummary(true);
  }

  private boolean isBest(Trial trial) {
    return trial.passed() && trial.level() >= strategy.soFar(with(trial)).level();
  }

  private List<Trial> with(Trial trial) {
    List<Trial> all = new ArrayList<>(trials);
    all.add(trial);
    return all;
  }

  @Override
  public void tried(Rig rig, Trial trial) {
    if (isKnown(trial.number())) {
      return; // known already: a new coordinator sends trials again
    }
    boolean isBest = isBest(trial);
    List<Trial> kept = with(trial);
    if (spec.method() == TuneSpec.Method.TRACK && kept.size() > TRACKED_MAX) {
      kept.removeFirst();
    }
    int old = kept.size() - SUMMARIES_MAX;
    if (old >= 0) {
      kept.set(old, kept.get(old).withoutSummary(false));
    }
    trials = List.copyOf(kept);
    // The run's own summary is the summary of the last trial that passed at the highest passed
    // load.
    if (isBest && trial.summary() != null) {
      rig.nominate(trial.summary());
    }
    listener.accept(trial);
    Attempt attempt = flown;
    flown = null;
    if (strategy.next(trials) instanceof Next.Done(Line answer)) {
      line = answer;
    }
    if (attempt != null) { // otherwise, another generator's pilot is in control
      proceed(rig, attempt);
    }
  }

  private boolean isKnown(int number) {
    return !trials.isEmpty() && trials.getLast().number() >= number;
  }

  private void proceed(Rig rig, Attempt after) {
    long pauseNanos = after.drains() ? spec.trials().shortestNanos() / PAUSES : 0;
    if (pauseNanos == 0) {
      next(rig);
    } else {
      rig.at(rig.nowNanos() + pauseNanos, () -> next(rig));
    }
  }
}
