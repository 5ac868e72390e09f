package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;

class OperationRandomTest {
  private final OperationRandom random = new OperationRandom();

  @Test
  void sameSeedAndIndexGiveTheSameSequence() {
    random.seed(7, 3);
    long[] first = {random.nextLong(), random.nextLong(), random.nextLong()};
    random.seed(7, 4);
    assertThat(random.nextLong()).isNotEqualTo(first[0]).isNotEqualTo(first[1]);
    random.seed(7, 3);
    assertThat(new long[] {random.nextLong(), random.nextLong(), random.nextLong()})
        .isEqualTo(first);
  }

  @Test
  void neighboringIndexesStartDifferentSequences() {
    Set<Long> drawn = new HashSet<>();
    for (int index = 0; index < 100_000; index++) {
      random.seed(1, index);
      for (int i = 0; i < 3; i++) {
        drawn.add(random.nextLong());
      }
    }
    assertThat(drawn).hasSize(300_000);
  }

  @Test
  void firstDrawsOfIndexesAreUniform() {
    for (int shift = 0; shift <= 56; shift += 8) {
      long[] counts = new long[256];
      for (int index = 0; index < 1_000_000; index++) {
        random.seed(42, index);
        counts[(int) (random.nextLong() >>> shift) & 255]++;
      }
      assertThat(ChiSquareTest.withDefaults().test(counts).getPValue()).isGreaterThan(1e-4);
    }
  }

  @Test
  void firstDrawsOfNeighboringIndexesAreUncorrelated() {
    int n = 1_000_000;
    for (int lag : new int[] {1, 2, 16, 1024}) {
      double sum = 0;
      for (int index = 0; index < n; index++) {
        random.seed(42, index);
        double one = random.nextDouble() - 0.5;
        random.seed(42, index + lag);
        sum += one * (random.nextDouble() - 0.5);
      }
      // The correlation of independent numbers has a deviation of 1 / sqrt(n) = 0.001.
      assertThat(sum / n * 12).isCloseTo(0, within(0.004));
    }
  }
}
