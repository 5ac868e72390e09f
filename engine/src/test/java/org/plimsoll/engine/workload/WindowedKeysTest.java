package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyLocality.Drift;
import org.plimsoll.engine.spec.KeyLocality.Flipping;
import org.plimsoll.engine.spec.KeyLocality.Sliding;
import org.plimsoll.engine.spec.KeyLocality.Window;

/** Tests which keys a window requests over time. */
class WindowedKeysTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private static KeyDistribution over(KeyDistributionSpec spec, Window window, long keys) {
    return WindowedKeys.over(
        KeyDistributions.of(spec, window.size(keys), 7, new KeySequence(keys)),
        spec.hasShape(),
        window,
        keys);
  }

  private static Set<Long> asked(KeyDistribution keys, long atNanos) {
    OperationRandom random = new OperationRandom();
    random.seed(1, atNanos);
    return LongStream.range(0, 3_000)
        .mapToObj(i -> keys.next(random, i, atNanos))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().collect(Collectors.toSet());
  }

  /** NDBench's window moves in this way; it moves beyond the last key when its time is over. */
  @ParameterizedTest
  @CsvSource({"0, 0", "25, 225", "50, 450", "99, 891", "100, 0", "125, 225", "1000050, 450"})
  void aSlidingWindowMovesFromTheFirstKeysToTheLastAndStartsOver(long second, long first) {
    KeyDistribution keys =
        over(new KeyDistributionSpec.Uniform(), new Sliding(100, 100 * SECOND), 1_000);
    assertThat(asked(keys, second * SECOND)).isEqualTo(range(first, first + 100));
  }

  @Test
  void aSlidingWindowEndsAtTheLastKey() {
    KeyDistribution keys =
        over(new KeyDistributionSpec.Uniform(), new Sliding(100, 100 * SECOND), 1_000);
    assertThat(asked(keys, 100 * SECOND - 1)).isEqualTo(range(900, 1_000));
  }

  /** NDBench mistakes seconds for milliseconds there; 1,050 keys have 10 whole windows. */
  @ParameterizedTest
  @CsvSource({"0, 0", "4.999, 0", "5, 100", "49.999, 900", "50, 0", "500000005, 100"})
  void aFlippingWindowStaysAndThenJumps(double second, long first) {
    KeyDistribution keys =
        over(new KeyDistributionSpec.Uniform(), new Flipping(100, 5 * SECOND), 1_050);
    assertThat(asked(keys, (long) (second * SECOND))).isEqualTo(range(first, first + 100));
  }

  @Test
  void aDriftReplacesKeysAtItsRateAndWrapsAround() {
    KeyDistribution keys = over(new KeyDistributionSpec.Uniform(), new Drift(100, 10), 1_000);
    assertThat(asked(keys, 0)).isEqualTo(range(0, 100));
    assertThat(asked(keys, 33 * SECOND)).isEqualTo(range(330, 430));
    Set<Long> wrapped = new TreeSet<>(range(950, 1_000));
    wrapped.addAll(range(0, 50));
    assertThat(asked(keys, 95 * SECOND)).isEqualTo(wrapped);
    assertThat(asked(keys, (95 + 1_000_000 * 100L) * SECOND)).isEqualTo(wrapped);
  }

  @Test
  void aPopularKeyStaysPopularUntilTheWindowLeavesItBehind() {
    KeyDistribution keys = over(new KeyDistributionSpec.Zipfian(1.5), new Drift(100, 1), 1_030);
    long hottest = hottest(keys, 0);
    for (long second = 0; second < 3_000; second++) {
      long now = hottest(keys, second * SECOND);
      long first = second % 1_030;
      boolean isInWindow = Math.floorMod(hottest - first, 1_030L) < 100;
      assertThat(now == hottest).as("second %d", second).isEqualTo(isInWindow);
      assertThat(Math.floorMod(now - first, 1_030L)).isLessThan(100);
      hottest = now;
    }
  }

  @Test
  void aShapeMovesWithItsWindow() {
    KeyDistribution keys =
        over(new KeyDistributionSpec.Normal(0.5, 0.01), new Flipping(1_000, SECOND), 10_000);
    assertThat(asked(keys, 0)).allMatch(key -> key > 440 && key < 560);
    assertThat(asked(keys, 7 * SECOND)).allMatch(key -> key > 7_440 && key < 7_560);
  }

  private static long hottest(KeyDistribution keys, long atNanos) {
    OperationRandom random = new OperationRandom();
    random.seed(1, 0);
    return LongStream.range(0, 300)
        .map(i -> keys.next(random, i, atNanos))
        .boxed()
        .collect(Collectors.groupingBy(key -> key, Collectors.counting()))
        .entrySet()
        .stream()
        .max((a, b) -> Long.compare(a.getValue(), b.getValue()))
        .orElseThrow()
        .getKey();
  }
}
