package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.statistics.Estimate.Bounds;
import org.plimsoll.analysis.statistics.Estimate.Insufficient;

@NullMarked
class LatencyBatchesTest {
  private static final double LEVEL = 0.95;

  /** A histogram has three significant digits. */
  private static final double DIGITS = 0.001;

  @Test
  void theIntervalContainsTheTruthOfAQueueAsOftenAsPromised() {
    Queue queue = new Queue(0.8, 1_000_000, 10_000);
    int answered = 0;
    int held = 0;
    for (int seed = 0; seed < 12; seed++) {
      if (queue.run(seed).percentile(0.99, LEVEL) instanceof Bounds bounds) {
        answered++;
        held += holds(bounds, queue.percentileNanos(0.99)) ? 1 : 0;
      }
    }
    assertThat(answered).isGreaterThanOrEqualTo(11);
    assertThat(held).isGreaterThanOrEqualTo(10);
  }

  @Test
  void aShortRunOfABusyQueueHasNoInterval() {
    Queue queue = new Queue(0.9, 100_000, 1000);
    long none =
        LongStream.range(0, 20)
            .filter(seed -> queue.run(seed).percentile(0.99, LEVEL) instanceof Insufficient)
            .count();
    assertThat(none).isGreaterThanOrEqualTo(16);
    assertThat(queue.run(1).percentile(0.99, LEVEL))
        .asString()
        .containsPattern(
            "1,000 samples beyond it are equivalent to \\d independent ones, of 40 needed");
  }

  @Test
  void anEasyQueueHasAnAnswer() {
    Queue queue = new Queue(0.5, 1_000_000, 10_000);
    assertThat(LongStream.range(0, 5).mapToObj(queue::run))
        .allSatisfy(run -> {
          assertThat(run.percentile(0.99, LEVEL)).isInstanceOf(Bounds.class);
          assertThat(run.mean(LEVEL)).isInstanceOf(Bounds.class);
        });
  }

  @Test
  void theNumberOfBatchesIsBounded() {
    LatencyBatches run = new LatencyBatches();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
    IntStream.range(0, 5000).forEach(i -> run.add(interval(20, j -> random.nextLong(1000)), 0));
    assertThat(run.count()).isEqualTo(100_000);
    assertThat(run.percentile(0.5, LEVEL))
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> {
              assertThat(bounds.batches()).isBetween(8, 64);
              assertThat(bounds.contains(500)).isTrue();
              assertThat(bounds.effectiveSamples()).isBetween(50_000.0, 100_000.0);
            });
  }

  @Test
  void mergedBatchesLoseNothing() {
    LatencyBatches ended = new LatencyBatches();
    LatencyBatches unended = new LatencyBatches();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
    // Every second interval is slow.
    for (int i = 0; i < 1000; i++) {
      long nanos = i % 2 == 0 ? 100 : 300;
      Histogram interval = interval(90 + random.nextInt(20), j -> nanos);
      ended.add(interval, 0);
      unended.add(interval, i % 2 == 0 ? 0 : 25);
    }
    assertWithin(ended.mean(LEVEL), 195, 205);
    assertWithin(ended.shareAbove(200, LEVEL), 0.48, 0.52);
    // 124.5 of 224 operations are slow or have not ended.
    assertWithin(unended.shareAbove(200, LEVEL), 0.54, 0.57);
  }

  private static void assertWithin(Estimate estimate, double low, double high) {
    assertThat(estimate)
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> {
              assertThat(bounds.low()).as(bounds.toString()).isBetween(low, high);
              assertThat(bounds.high()).as(bounds.toString()).isBetween(low, high);
            });
  }

  @Test
  void aConstantIsKnownExactly() {
    LatencyBatches run = new LatencyBatches();
    IntStream.range(0, 10).forEach(i -> run.add(interval(1000, j -> 777), 0));
    for (Estimate estimate : new Estimate[] {run.percentile(0.99, LEVEL), run.mean(LEVEL)}) {
      assertThat(estimate)
          .isInstanceOfSatisfying(
              Bounds.class,
              bounds -> {
                assertThat(bounds.low()).isEqualTo(777);
                assertThat(bounds.high()).isEqualTo(777);
              });
    }
  }

  @Test
  void aPercentileNextToAStepMayBeOnEitherSideOfIt() {
    LatencyBatches run = new LatencyBatches();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
    // About 1.02 % are slow, so the p99 is just among the slow ones.
    for (int i = 0; i < 40; i++) {
      run.add(interval(2500, j -> random.nextDouble() < 0.0102 ? 100_000 : 1000), 0);
    }
    assertThat(run.percentile(0.99, LEVEL))
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> {
              assertThat(bounds.low()).isEqualTo(1000);
              assertThat(bounds.high()).isBetween(100_000.0, 100_100.0);
            });
  }

  @Test
  void operationsThatNeverEndedRankAboveAllSamples() {
    LatencyBatches run = new LatencyBatches();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1);
    IntStream.range(0, 40).forEach(i -> run.add(interval(990, j -> random.nextLong(1000)), 10));
    assertThat(run.count()).isEqualTo(40_000);
    assertThat(run.percentile(0.5, LEVEL))
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> assertThat(bounds.contains(505)).as(bounds.toString()).isTrue());
    assertThat(run.percentile(0.995, LEVEL))
        .isInstanceOfSatisfying(Bounds.class, bounds -> assertThat(bounds.high()).isInfinite());
    assertThat(run.mean(LEVEL)).isInstanceOf(Insufficient.class);
    assertThat(run.shareAbove(5000, LEVEL))
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> {
              assertThat(bounds.contains(0.01)).isTrue();
              assertThat(bounds.high()).isLessThan(0.012);
            });
  }

  @Test
  void aDriftingRunHasNoInterval() {
    LatencyBatches run = new LatencyBatches();
    IntStream.range(0, 60).forEach(i -> run.add(interval(1000, j -> 1000 + 100L * i + j), 0));
    assertThat(run.percentile(0.5, LEVEL))
        .isInstanceOfSatisfying(
            Insufficient.class,
            none ->
                assertThat(none.reason()).contains("successive parts of the run are correlated"));
  }

  @Test
  void tooFewIntervalsHaveNoResult() {
    LatencyBatches run = new LatencyBatches();
    assertThat(run.percentile(0.5, LEVEL)).isEqualTo(new Insufficient("there are no samples"));
    assertThat(run.mean(LEVEL)).isEqualTo(new Insufficient("there are no samples"));
    IntStream.range(0, 7).forEach(i -> run.add(interval(1000, j -> j), 0));
    assertThat(run.percentile(0.5, LEVEL))
        .isEqualTo(new Insufficient("7 intervals were recorded, of 8 needed"));
  }

  @Test
  void aHigherConfidenceLevelIsWider() {
    LatencyBatches run = new Queue(0.5, 100_000, 1000).run(3);
    Bounds narrow = (Bounds) run.percentile(0.9, 0.8);
    Bounds wide = (Bounds) run.percentile(0.9, 0.99);
    assertThat(wide.low()).isLessThan(narrow.low());
    assertThat(wide.high()).isGreaterThan(narrow.high());
  }

  @Test
  void theIntervalContainsTheShareOfAQueueAboveAThreshold() {
    Queue queue = new Queue(0.7, 100_000, 1000);
    long threshold = (long) queue.percentileNanos(0.98);
    long held =
        LongStream.range(0, 40)
            .mapToObj(seed -> queue.run(seed).shareAbove(threshold, LEVEL))
            .filter(share -> share instanceof Bounds bounds && bounds.contains(0.02))
            .count();
    assertThat(held).isGreaterThanOrEqualTo(34);
  }

  @Test
  void aShareOfZeroHasAnInterval() {
    ShareBatches errors = new ShareBatches();
    IntStream.range(0, 1000).forEach(i -> errors.add(0, 10));
    assertThat(errors.share(LEVEL))
        .isInstanceOfSatisfying(
            Bounds.class,
            bounds -> {
              assertThat(bounds.low()).isZero();
              assertThat(bounds.high()).isBetween(1e-4, 1e-3);
            });
  }

  @Test
  void aShareHasTheIntervalOfWilson() {
    ShareBatches errors = new ShareBatches();
    IntStream.range(0, 16).forEach(_ -> errors.add(10, 1000));
    // Sixteen equal batches: 16,000 independent samples, and Student's t of 15 is 2.1314.
    Bounds bounds = (Bounds) errors.share(LEVEL);
    assertThat(bounds.low()).isCloseTo(0.0084570, within(1e-7));
    assertThat(bounds.high()).isCloseTo(0.0118212, within(1e-7));
    assertThat(bounds.effectiveSamples()).isEqualTo(16_000);
    assertThat(bounds.batches()).isEqualTo(16);
  }

  @Test
  void mergedSharesLoseNothing() {
    ShareBatches errors = new ShareBatches();
    IntStream.range(0, 1000).forEach(i -> errors.add(i % 2 == 0 ? 0 : 30, i % 2 == 0 ? 100 : 200));
    Bounds bounds = (Bounds) errors.share(LEVEL);
    assertThat(bounds.contains(0.1)).as(bounds.toString()).isTrue();
    assertThat(width(bounds)).isLessThan(0.005);
    assertThat(bounds.batches()).isBetween(32, 64);
  }

  @Test
  void aClusteredShareHasAWiderInterval() {
    ShareBatches spread = new ShareBatches();
    ShareBatches clustered = new ShareBatches();
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5);
    for (int i = 0; i < 640; i++) {
      spread.add(10, 1000);
      clustered.add(random.nextDouble() < 0.01 ? 1000 : 0, 1000);
    }
    assertThat(width(clustered.share(LEVEL))).isGreaterThan(5 * width(spread.share(LEVEL)));
  }

  private static double width(Estimate estimate) {
    Bounds bounds = (Bounds) estimate;
    return bounds.high() - bounds.low();
  }

  private static boolean holds(Bounds bounds, double truth) {
    return bounds.low() * (1 - DIGITS) <= truth && truth <= bounds.high() * (1 + DIGITS);
  }

  private static Histogram interval(int count, IntToLongFunction nanos) {
    Histogram interval = new Histogram(3);
    IntStream.range(0, count).forEach(i -> interval.recordValue(nanos.applyAsLong(i)));
    return interval;
  }
}
