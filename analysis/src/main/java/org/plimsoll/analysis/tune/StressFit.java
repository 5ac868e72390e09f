package org.plimsoll.analysis.tune;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.plimsoll.result.Stress;
import org.plimsoll.result.TrialOutcome;

/**
 * Estimates the load at which the stress crosses its bound, from all trials near it. The logarithm
 * of the stress is modeled as linear in the load. For a percentile of M/M/1 that is exact, since
 * the share of operations that take longer than {@code t} is {@code exp(−(µ − λ)t)}. For other
 * smooth curves it is the tangent. Each trial is weighted by the inverse of its variance. With
 * {@code ln s = a + b(x − x̄)} the crossing is at {@code x̄ − a/b}, and by the delta method its
 * variance is {@code (var(a) + (a/b)² var(b)) / b²}.
 */
record StressFit(double crossing, double error) {
  private static final double Z95 = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.975);

  /**
   * Maximum stress used. Beyond it the share of slow operations is no longer small, and its
   * logarithm is not linear.
   */
  private static final double STRESS_MAX = 20;

  private static final double STRESS_MIN = 0.02;

  /** Maximum relative distance of used trials. Farther trials do not determine the slope. */
  private static final double NEAR = 0.3;

  double low() {
    return Math.max(0, crossing - Z95 * error);
  }

  double high() {
    return crossing + Z95 * error;
  }

  /** Fits the trials around a load; empty if they do not determine the crossing. */
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
      sumY += weight * Math.log(trial.decision().stress().value());
    }
    double meanX = sumX / sumW;
    double a = sumY / sumW;
    double spread = 0;
    double product = 0;
    for (Trial trial : near) {
      double dx = trial.level() - meanX;
      spread += weight(trial) * dx * dx;
      product += weight(trial) * dx * (Math.log(trial.decision().stress().value()) - a);
    }
    double b = product / spread;
    // If the slope is not significant, the crossing could be anywhere.
    if (near.size() < 2 || !(b > 2 / Math.sqrt(spread))) {
      return Optional.empty();
    }
    double offset = a / b;
    double error = Math.sqrt((1 / sumW + offset * offset / spread) / (b * b));
    return Optional.of(new StressFit(meanX - offset, error));
  }

  private static boolean isUsable(Trial trial) {
    Stress stress = trial.decision().stress();
    return trial.decision().outcome() != TrialOutcome.SPOILED
        && trial.decision().reason().isEmpty()
        && stress.value() > STRESS_MIN
        && stress.value() < STRESS_MAX
        && stress.high() > stress.low()
        && Double.isFinite(stress.high());
  }

  private static double weight(Trial trial) {
    Stress stress = trial.decision().stress();
    double deviation = (stress.high() - stress.low()) / (2 * Z95) / stress.value();
    return 1 / (deviation * deviation);
  }
}
