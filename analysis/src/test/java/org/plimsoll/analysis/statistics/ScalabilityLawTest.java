package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.statistics.ScalabilityLaw.Point;

class ScalabilityLawTest {
  private static final double[] WORKERS = {1, 2, 4, 8, 16, 32};

  private static double law(double n, double gamma, double alpha, double beta) {
    return gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1));
  }

  private static List<Point> runs(double alpha, double beta, double noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Point> runs = new ArrayList<>();
    for (int repetition = 0; repetition < 3; repetition++) {
      for (double n : WORKERS) {
        double factor = 1 + noise * random.nextGaussian();
        runs.add(new Point(n, law(n, 1_000, alpha, beta) * factor));
      }
    }
    return runs;
  }

  @Test
  void coefficientsWithoutNoiseAreExact() {
    ScalabilityLaw law = ScalabilityLaw.of(runs(0.05, 0.001, 0, 1), 1).orElseThrow();
    assertThat(law.gamma().value()).isCloseTo(1_000, within(1e-6));
    assertThat(law.alpha().value()).isCloseTo(0.05, within(1e-9));
    assertThat(law.beta().value()).isCloseTo(0.001, within(1e-10));
    assertThat(law.peak().orElseThrow()).isCloseTo(Math.sqrt(0.95 / 0.001), within(1e-3));
    assertThat(law.misfit()).isEmpty();
    assertThat(law.throughput(8)).isCloseTo(law(8, 1_000, 0.05, 0.001), within(1e-6));
  }

  @Test
  void bandsUsuallyContainTheTruth() {
    int held = 0;
    for (int seed = 0; seed < 40; seed++) {
      ScalabilityLaw law = ScalabilityLaw.of(runs(0.05, 0.002, 0.03, seed), seed).orElseThrow();
      held += law.beta().low() <= 0.002 && 0.002 <= law.beta().high() ? 1 : 0;
    }
    assertThat(held).isGreaterThanOrEqualTo(32);
  }

  @Test
  void theSerialShareIsAtMostOne() {
    List<Point> worse = new ArrayList<>();
    for (double n : WORKERS) {
      worse.add(new Point(n, n == 1 ? 1_000 : 600));
    }
    ScalabilityLaw law = ScalabilityLaw.of(worse, 1).orElseThrow();
    assertThat(law.alpha().value()).isEqualTo(1);
    assertThat(law.alpha().high()).isEqualTo(1);
    assertThat(law.gamma().value()).isBetween(600.0, 1_000.0);
    assertThat(law.peak().orElse(1.0)).isEqualTo(1);
  }

  @Test
  void noPeakIsReportedWhereLessWasMeasured() {
    double[] measured = {262_000, 350_000, 250_000, 240_000, 230_000, 220_000};
    List<Point> runs = new ArrayList<>();
    for (int i = 0; i < measured.length; i++) {
      runs.add(new Point(WORKERS[i], measured[i]));
      runs.add(new Point(WORKERS[i], measured[i] * 1.01));
    }
    ScalabilityLaw law = ScalabilityLaw.of(runs, 1).orElseThrow();
    assertThat(law.peak()).isEmpty();
    ScalabilityLaw.Misfit misfit = law.misfit().orElseThrow();
    assertThat(misfit.workers()).isEqualTo(2);
    assertThat(misfit.measured()).isCloseTo(351_750, within(1.0));
    assertThat(misfit.law()).isLessThan(330_000);
  }

  @Test
  void noCoefficientIsNegative() {
    List<Point> better = new ArrayList<>();
    for (double n : WORKERS) {
      better.add(new Point(n, 1_000 * Math.pow(n, 1.1)));
    }
    ScalabilityLaw law = ScalabilityLaw.of(better, 1).orElseThrow();
    assertThat(law.alpha().value()).isZero();
    assertThat(law.beta().value()).isZero();
    assertThat(law.peak()).isEmpty();
  }

  @Test
  void aPeakFarBeyondTheMeasurementsIsNotReported() {
    ScalabilityLaw law = ScalabilityLaw.of(runs(0.01, 0.0001, 0, 1), 1).orElseThrow();
    assertThat(Math.sqrt(0.99 / 0.0001)).isGreaterThan(2 * law.largest());
    assertThat(law.peak()).isEmpty();
  }

  @Test
  void runsWithoutThroughputOrWorkersAreOmitted() {
    List<Point> runs = runs(0.05, 0.001, 0, 1);
    List<Point> more = new ArrayList<>(runs);
    more.add(new Point(64, 0));
    more.add(new Point(0.5, 1_000));
    assertThat(ScalabilityLaw.of(more, 1)).isEqualTo(ScalabilityLaw.of(runs, 1));
  }

  @Test
  void aPeakIsReportedUpToTwiceTheLargestMeasuredValue() {
    // √((1 − α)/β) is 63.9 in one and 64.1 in the other; 32 workers were measured.
    assertThat(ScalabilityLaw.of(runs(0.02, 0.98 / (63.9 * 63.9), 0, 1), 1).orElseThrow().peak())
        .hasValueSatisfying(peak -> assertThat(peak).isCloseTo(63.9, within(0.01)));
    assertThat(ScalabilityLaw.of(runs(0.02, 0.98 / (64.1 * 64.1), 0, 1), 1).orElseThrow().peak())
        .isEmpty();
  }

  @Test
  void fiveNumbersOfWorkersAreTooFew() {
    List<Point> runs = runs(0.05, 0.001, 0, 1).stream().filter(run -> run.workers() < 32).toList();
    assertThat(ScalabilityLaw.of(runs, 1)).isEmpty();
  }
}
