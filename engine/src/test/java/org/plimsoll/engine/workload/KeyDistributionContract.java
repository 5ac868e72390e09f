package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/** What every key distribution promises; each has a test that extends this one. */
abstract class KeyDistributionContract {
  abstract KeyDistributionSpec spec();

  final KeyDistribution distribution(long keys, long seed) {
    return KeyDistribution.of(spec(), keys, seed);
  }

  final long[] draw(long keys, long seed, int count) {
    KeyDistribution distribution = distribution(keys, seed);
    OperationRandom random = new OperationRandom();
    random.seed(seed, 0);
    return LongStream.generate(() -> distribution.next(random)).limit(count).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1, 2, 3, 1_000, 65_537, 1_000_000_000_000L, 1L << 53, (1L << 62) - 1, 1L << 62})
  void keysAreInRange(long keys) {
    assertThat(LongStream.of(draw(keys, 5, 20_000))).allMatch(key -> key >= 0 && key < keys);
  }

  @Test
  void theSeedDecidesTheKeys() {
    assertThat(draw(1_000_000, 3, 100)).isEqualTo(draw(1_000_000, 3, 100));
    assertThat(draw(1_000_000, 3, 100)).isNotEqualTo(draw(1_000_000, 4, 100));
  }

  @Test
  void aSingleKeyIsAlwaysDrawn() {
    assertThat(draw(1, 1, 1_000)).containsOnly(0);
  }

  @Test
  void everyKeyOfFewIsReached() {
    assertThat(draw(3, 1, 10_000)).contains(0, 1, 2);
  }

  @Test
  void noKeysAreRefusedWithTheNumber() {
    assertThatThrownBy(() -> distribution(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 0");
  }
}
