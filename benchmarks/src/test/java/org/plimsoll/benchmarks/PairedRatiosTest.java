package org.plimsoll.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.benchmarks.PairedRatios.Ratio;

class PairedRatiosTest {
  @Test
  void ranksMatchTheTablesOfTheSignedRankTest() {
    // Tables contain the largest sum that is rejected at 5 %, two-sided; the rank is one more.
    assertThat(PairedRatios.rank(5)).isZero();
    assertThat(PairedRatios.rank(6)).isEqualTo(1);
    assertThat(PairedRatios.rank(8)).isEqualTo(4);
    assertThat(PairedRatios.rank(10)).isEqualTo(9);
    assertThat(PairedRatios.rank(20)).isEqualTo(53);
  }

  @Test
  void theIntervalOfSixPairsIsTheirSmallestAndLargestRatio() {
    Ratio ratio = PairedRatios.of(1.1, 0.9, 1.0, 1.3, 0.8, 1.2);
    assertThat(ratio.median()).isEqualTo(1.05, within(1e-12));
    assertThat(ratio.low()).isEqualTo(0.8, within(1e-12));
    assertThat(ratio.high()).isEqualTo(1.3, within(1e-12));
  }

  @Test
  void fewerThanSixPairsHaveNoInterval() {
    Ratio ratio = PairedRatios.of(1, 2);
    assertThat(ratio.median()).isEqualTo(1.5);
    assertThat(ratio.low()).isNaN();
    assertThat(ratio.high()).isNaN();
  }

  @Test
  void theIntervalHasItsNominalCoverage() {
    SplittableRandom random = new SplittableRandom(1);
    int held = 0;
    int runs = 4000;
    for (int run = 0; run < runs; run++) {
      double[] ratios = new double[8];
      for (int i = 0; i < ratios.length; i++) {
        ratios[i] = 0.97 * Math.exp(0.1 * random.nextGaussian());
      }
      Ratio ratio = PairedRatios.of(ratios);
      held += ratio.low() <= 0.97 && 0.97 <= ratio.high() ? 1 : 0;
    }
    // 1 - 2 * 5/256 = 96.1 % with eight pairs.
    assertThat((double) held / runs).isBetween(0.950, 0.972);
  }
}
