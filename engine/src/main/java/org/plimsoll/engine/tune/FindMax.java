package org.plimsoll.engine.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.tune.Strategy.Next;
import org.plimsoll.engine.spec.TuneSpec;

/**
 * Flies a run from probe to probe until the strategy has its answer. It lives in the run's
 * housekeeping: a probe is a chain of actions on its timeline, and nothing here blocks.
 */
public final class FindMax implements Pilot {
  /** Summaries that a tracker keeps: it goes on for weeks. */
  private static final int SUMMARIES_MAX = 500;

  private static final int PAUSES = 20;

  private final TuneSpec spec;
  private final List<SloSpec> objectives;
  private final Consumer<Probe> listener;
  private final Strategy strategy;
  private final List<Probe> probes = new ArrayList<>();
  private @Nullable Line line;

  /**
   * A search that has not begun.
   *
   * @param listener is told of each probe as it ends
   */
  public FindMax(TuneSpec spec, List<SloSpec> objectives, Consumer<Probe> listener) {
    this.spec = spec;
    this.objectives = List.copyOf(objectives);
    this.listener = listener;
    this.strategy = Strategy.of(spec);
  }

  @Override
  public void begin(Rig rig) {
    next(rig);
  }

  /** The probes so far. */
  public List<Probe> probes() {
    return List.copyOf(probes);
  }

  /** The answer, or what is known of it. */
  public Line line() {
    return line == null ? strategy.soFar(probes) : line;
  }

  private void next(Rig rig) {
    switch (strategy.next(probes)) {
      case Next.Done(Line answer) -> {
        line = answer;
        rig.stop();
      }
      case Next.Try(Attempt attempt) ->
          new Prober(rig, spec, objectives, attempt, probes.size() + 1, probe -> took(rig, attempt, probe))
              .start();
    }
  }

  private void took(Rig rig, Attempt attempt, Probe probe) {
    probes.add(probe);
    int old = probes.size() - SUMMARIES_MAX;
    if (old >= 0) {
      probes.set(old, withoutSummary(probes.get(old)));
    }
    // The run's own summary is of the last probe that passed at the highest load that holds.
    if (probe.passed() && probe.summary() != null && probe.level() >= strategy.soFar(probes).level()) {
      rig.nominate(probe.summary());
    }
    listener.accept(probe);
    long pauseNanos = attempt.drains() ? spec.probeNanos() / PAUSES : 0;
    if (pauseNanos == 0) {
      next(rig);
    } else {
      rig.at(rig.nowNanos() + pauseNanos, () -> next(rig));
    }
  }

  private static Probe withoutSummary(Probe probe) {
    return new Probe(
        probe.number(),
        probe.stage(),
        probe.level(),
        probe.lengthNanos(),
        probe.throughputPerSecond(),
        probe.outcome(),
        probe.stress(),
        probe.objective(),
        probe.isClose(),
        probe.reason(),
        null);
  }
}
