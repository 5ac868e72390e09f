package org.plimsoll.analysis.tune;

import org.plimsoll.result.LineKind;
import java.util.Arrays;
import java.util.List;
import org.plimsoll.engine.spec.TuneSpec;

/**
 * Keeps the load at the line while that moves: 2 % more after each window that met the objectives,
 * a tenth less after one that did not. Such additive-increase, multiplicative-decrease converges to
 * the line from either side (Chiu and Jain: Analysis of the Increase and Decrease Algorithms for
 * Congestion Avoidance, 1989) and saws around it, so its answer is a band.
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
    // Windows are of equal length, and the first of many are not kept.
    long lengthNanos = trials.isEmpty() ? 0 : trials.getLast().number() * spec.trialNanos();
    if (spec.trackNanos() > 0 && lengthNanos >= spec.trackNanos()) {
      return new Next.Done(soFar(trials));
    }
    double level = spec.startLevel();
    if (!trials.isEmpty()) {
      Trial last = trials.getLast();
      // Doubling until the first miss: 2 % a window would take an hour.
      boolean missed = trials.stream().anyMatch(trial -> !trial.passed());
      level = last.level() * (last.passed() ? (missed ? UP : 2) : DOWN);
    }
    return new Next.Try(
        new Attempt(
            "track",
            Math.min(level, spec.maxLevel()),
            spec.trialNanos(),
            spec.trialNanos(),
            false,
            -1));
  }

  /** From the tenth to the ninetieth percentile of the loads since the first that failed. */
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
              : best >= spec.maxLevel() ? LineKind.CAP : LineKind.UNCONFIRMED;
      return new Line(kind, best, best, Double.POSITIVE_INFINITY);
    }
    return new Line(LineKind.BAND, at(levels, 0.5), at(levels, 0.1), at(levels, 0.9));
  }

  private static double at(double[] sorted, double quantile) {
    double[] copy = Arrays.copyOf(sorted, sorted.length);
    return copy[(int) Math.min(copy.length - 1.0, Math.floor(quantile * copy.length))];
  }
}
