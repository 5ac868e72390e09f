package org.plimsoll.analysis.tune;

import java.util.Arrays;
import java.util.List;
import org.plimsoll.engine.spec.TuneSpec;
import org.plimsoll.result.LineKind;

/**
 * Tracks the maximum throughput within the SLO while it changes. The load increases by 2 % after
 * each window that met the objectives, and decreases by 10 % after one that did not. Such an
 * additive-increase, multiplicative-decrease control converges from either side (Chiu and Jain:
 * Analysis of the Increase and Decrease Algorithms for Congestion Avoidance, 1989). It oscillates
 * around the maximum, so its result is a band.
 */
final class Tracking implements Strategy {
  private static final double UP = 1.02;
  private static final double DOWN = 0.9;

  private final TuneSpec spec;

  Tracking(TuneSpec spec) {
    this.spec = spec;
  }

  @Override
  public Next next(List<Trial> trials) {
    // Windows have equal length, and the oldest ones are dropped.
    long lengthNanos =
        trials.isEmpty() ? 0 : trials.getLast().number() * spec.trials().shortestNanos();
    if (spec.trackNanos() > 0 && lengthNanos >= spec.trackNanos()) {
      return new Next.Done(soFar(trials));
    }
    double level = spec.levels().start();
    if (!trials.isEmpty()) {
      Trial last = trials.getLast();
      // Doubles the load until the first miss, because 2 % per window would take an hour.
      boolean missed = trials.stream().anyMatch(trial -> !trial.passed());
      level = last.level() * (last.passed() ? (missed ? UP : 2) : DOWN);
    }
    return new Next.Try(
        new Attempt(
            "track",
            Math.min(level, spec.levels().max()),
            spec.trials().shortestNanos(),
            spec.trials().shortestNanos(),
            false,
            -1));
  }

  /** Returns the band from the 10th to the 90th percentile of the loads since the first failure. */
  @Override
  public Line soFar(List<Trial> trials) {
    double[] levels =
        trials.stream()
            .dropWhile(Trial::passed)
            .filter(Trial::passed)
            .mapToDouble(Trial::level)
            .sorted()
            .toArray();
    if (levels.length == 0) {
      double best = trials.stream().filter(Trial::passed).mapToDouble(Trial::level).max().orElse(0);
      LineKind kind =
          best == 0
              ? LineKind.NONE
              : best >= spec.levels().max() ? LineKind.CAP : LineKind.UNCONFIRMED;
      return new Line(kind, best, best, Double.POSITIVE_INFINITY);
    }
    return new Line(LineKind.BAND, at(levels, 0.5), at(levels, 0.1), at(levels, 0.9));
  }

  private static double at(double[] sorted, double quantile) {
    double[] copy = Arrays.copyOf(sorted, sorted.length);
    return copy[(int) Math.min(copy.length - 1.0, Math.floor(quantile * copy.length))];
  }
}
