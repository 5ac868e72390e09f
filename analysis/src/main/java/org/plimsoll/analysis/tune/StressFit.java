package org.plimsoll.analysis.tune;

import org.plimsoll.result.TrialOutcome;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Where the stress crosses its bound, from all trials near it: the logarithm of the stress is taken
 * as linear in the load. For a percentile of M/M/1 that is no approximation, since the share of
 * operations that take longer than {@code t} is {@code exp(−(µ − λ)t)}; of other smooth curves it
 * is the tangent. Each trial weighs by the inverse of its variance. With {@code ln s = a + b(x −
 * x̄)} the line is at {@code x̄ − a/b}, and by the delta method its variance is {@code (var(a) +
 * (a/b)² var(b)) / b²}.
 */
record StressFit(double crossing, double error) {
  private static final double Z95 = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /** Beyond it the share of slow operations is no longer small, and its logarithm bends. */
  private static final double STRESS_MAX = 20;

  private static final double STRESS_MIN = 0.02;

  /** Trials farther from the bracket say nothing of its slope. */
  private static final double NEAR = 0.3;

  double low() {
    return Math.max(0, crossing - Z95 * error);
  }

  double high() {
    return crossing + Z95 * error;
  }

  /** Fits the trials around a load; empty where they do not tell. */
  static Optional<StressFit> of(List<Trial> trials, double around) {
    double sumW = 0;
    double sumX = 0;
    double sumY = 0;
    List<Trial> near =
        trials.stream()
            .filter(p -> Math.abs(p.level() / around - 1) < NEAR && isUsable(p))
            .toList();
    for (Trial trial : near) {
      double weight = weight(trial);
      sumW += weight;
      sumX += weight * trial.level();
      sumY += weight * Math.log(trial.stress().value());
    }
    double meanX = sumX / sumW;
    double a = sumY / sumW;
    double spread = 0;
    double product = 0;
    for (Trial trial : near) {
      double dx = trial.level() - meanX;
      spread += weight(trial) * dx * dx;
      product += weight(trial) * dx * (Math.log(trial.stress().value()) - a);
    }
    double b = product / spread;
    // Without a slope that stands out of its noise the crossing could be anywhere.
    if (near.size() < 2 || !(b > 2 / Math.sqrt(spread))) {
      return Optional.empty();
    }
    double offset = a / b;
    double error = Math.sqrt((1 / sumW + offset * offset / spread) / (b * b));
    return Optional.of(new StressFit(meanX - offset, error));
  }

  private static boolean isUsable(Trial trial) {
    Stress stress = trial.stress();
    return trial.outcome() != TrialOutcome.SPOILED
        && trial.reason().isEmpty()
        && stress.value() > STRESS_MIN
        && stress.value() < STRESS_MAX
        && stress.high() > stress.low()
        && Double.isFinite(stress.high());
  }

  private static double weight(Trial trial) {
    Stress stress = trial.stress();
    double deviation = (stress.high() - stress.low()) / (2 * Z95) / stress.value();
    return 1 / (deviation * deviation);
  }
}
