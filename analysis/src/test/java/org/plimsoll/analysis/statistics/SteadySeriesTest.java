package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.statistics.SteadySeries.Answer;

@NullMarked
class SteadySeriesTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aSteadyRunIsUsuallySteady() {
    long steady =
        IntStream.range(0, 200)
            .mapToObj(seed -> answer(seed, 120, 0.8, i -> 1))
            .filter(answer -> answer.equals(new Answer("steady", 0, List.of())))
            .count();
    assertThat(steady).isGreaterThanOrEqualTo(190);
  }

  @Test
  void aShortSteadyRunIsUsuallySteady() {
    long steady =
        IntStream.range(0, 500)
            .mapToObj(seed -> answer(seed, 20, 0, i -> 1))
            .filter(answer -> answer.equals(new Answer("steady", 0, List.of())))
            .count();
    assertThat(steady).isGreaterThanOrEqualTo(490);
  }

  @Test
  void aWarmUpIsCutOff() {
    Answer answer = answer(1, 60, 0.3, i -> i < 10 ? 3 : 1);
    assertThat(answer.answer()).isEqualTo("steady");
    assertThat(answer.fromNanos()).isBetween(9 * SECOND, 15 * SECOND);
    assertThat(answer.changes()).hasSize(1);
    assertThat(answer.changes().getFirst().before()).isCloseTo(3, within(0.3));
    assertThat(answer.changes().getFirst().after()).isCloseTo(1, within(0.1));
    assertThat(answer.changes().getFirst().figure()).isEqualTo("p50");
  }

  @Test
  void aDriftingRunIsNeverSteady() {
    assertThat(answer(1, 120, 0.3, i -> 1 + i / 60.0).answer()).isEqualTo("never steady");
  }

  @Test
  void aChangeAtTheEndMeansNeverSteady() {
    Answer answer = answer(1, 60, 0, i -> i < 45 ? 1 : 2);
    assertThat(answer.answer()).isEqualTo("never steady");
    assertThat(answer.changes().getFirst().atNanos()).isEqualTo(45 * SECOND);
  }

  @Test
  void aNegligibleChangeIsNotReported() {
    assertThat(answer(1, 200, 0, i -> i < 100 ? 1 : 1.05).changes()).isEmpty();
    assertThat(answer(1, 200, 0, i -> i < 100 ? 1 : 1.3).changes()).hasSize(1);
  }

  @Test
  void tooFewSecondsHaveNoResult() {
    assertThat(answer(1, 19, 0, i -> 1).answer()).isEqualTo("insufficient data");
  }

  @Test
  void aLongRunKeepsItsShapeInFewPoints() {
    Answer answer = answer(1, 20_000, 0.3, i -> i < 4000 ? 2 : 1);
    assertThat(answer.answer()).isEqualTo("steady");
    assertThat(answer.fromNanos() / SECOND).isBetween(3900L, 4800L);
  }

  @Test
  void theProbabilityIsKolmogorovs() {
    assertThat(ChangePoints.probability(1.36)).isCloseTo(0.05, within(0.001));
    assertThat(ChangePoints.probability(1.63)).isCloseTo(0.01, within(0.0005));
  }

  @Test
  void mserOmitsTheWarmUp() {
    double[] series = IntStream.range(0, 40).mapToDouble(i -> i < 6 ? 9 : i % 2).toArray();
    assertThat(ChangePoints.warmUp(series)).isEqualTo(6);
  }

  /** Autocorrelated seconds that vary by 10 %. */
  private static Answer answer(
      long seed, int seconds, double autocorrelation, IntToDoubleFunction level) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    SteadySeries series = new SteadySeries(List.of("throughput", "p50"));
    double noise = 0;
    for (int i = 0; i < seconds; i++) {
      noise =
          autocorrelation * noise
              + Math.sqrt(1 - autocorrelation * autocorrelation) * 0.1 * normal.sample();
      series.add(i * SECOND, 1000, level.applyAsDouble(i) * Math.exp(noise));
    }
    return series.answer();
  }
}
