package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Stress;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;

class StressFitTest {
  @Test
  void theCrossingOfAnExponentialCurveIsFound() {
    StressFit fit = StressFit.of(List.of(trial(950, 0.7), trial(1_050, 1.0 / 0.7)), 1_000).get();
    assertThat(fit.crossing()).isCloseTo(1_000, within(1e-6));
  }

  @Test
  void theIntervalContainsTheCrossingInNineteenOfTwenty() {
    SplittableRandom random = new SplittableRandom(11);
    int held = 0;
    for (int i = 0; i < 400; i++) {
      List<Trial> trials = new ArrayList<>();
      for (double load : new double[] {900, 950, 1_000, 1_030, 1_060}) {
        trials.add(trial(load, Math.exp((load - 1_000) / 100 + 0.1 * random.nextGaussian())));
      }
      StressFit fit = StressFit.of(trials, 1_000).get();
      held += fit.low() <= 1_000 && 1_000 <= fit.high() ? 1 : 0;
    }
    assertThat(held).isBetween(365, 395);
  }

  @Test
  void aCurveThatDoesNotRiseHasNoCrossing() {
    assertThat(StressFit.of(List.of(trial(950, 1.1), trial(1_050, 1.0)), 1_000)).isEmpty();
    assertThat(StressFit.of(List.of(trial(950, 0.7)), 1_000)).isEmpty();
  }

  /** The interval for a standard deviation of a tenth. */
  private static Trial trial(double load, double stress) {
    return new Trial(
        1,
        "narrow",
        load,
        1,
        load,
        new TuneResult.Decision(
            TrialOutcome.PASSED,
            "p99<1ms",
            new Stress(stress, stress * (1 - 0.196), stress * (1 + 0.196)),
            true,
            ""),
        null);
  }
}
