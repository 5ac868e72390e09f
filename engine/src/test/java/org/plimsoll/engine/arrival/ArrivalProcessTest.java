package org.plimsoll.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.ParetoDistribution;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.ArrivalTrace;
import org.plimsoll.engine.spec.RateSpec;

class ArrivalProcessTest {
  @Nested
  class Poisson extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Poisson();
    }

    @Override
    double law(double gap) {
      return ExponentialDistribution.of(1).cumulativeProbability(gap);
    }

    @Override
    double deviation() {
      return 1;
    }
  }

  @Nested
  class Uniform extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Uniform(0.4);
    }

    @Override
    double law(double gap) {
      return Math.clamp((gap - 0.6) / 0.8, 0, 1);
    }

    @Override
    double deviation() {
      return 0.4 / Math.sqrt(3);
    }
  }

  @Nested
  class Gamma extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Gamma(0.5);
    }

    @Override
    double law(double gap) {
      return GammaDistribution.of(0.5, 2).cumulativeProbability(gap);
    }

    @Override
    double deviation() {
      return Math.sqrt(2);
    }
  }

  @Nested
  class EvenGamma extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Gamma(4);
    }

    @Override
    double law(double gap) {
      return GammaDistribution.of(4, 0.25).cumulativeProbability(gap);
    }

    @Override
    double deviation() {
      return 0.5;
    }
  }

  @Nested
  class Lognormal extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Lognormal(1.2);
    }

    @Override
    double law(double gap) {
      return LogNormalDistribution.of(-0.72, 1.2).cumulativeProbability(gap);
    }

    @Override
    double deviation() {
      return Math.sqrt(Math.expm1(1.44));
    }
  }

  @Nested
  class Pareto extends ArrivalProcessContract {
    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Pareto(2.5);
    }

    @Override
    double law(double gap) {
      return ParetoDistribution.of(0.6, 2.5).cumulativeProbability(gap);
    }

    @Override
    double deviation() {
      return 0.6 / 1.5 * Math.sqrt(2.5 / 0.5);
    }
  }

  @Nested
  class Hyperexponential extends ArrivalProcessContract {
    private final double p = (1 + Math.sqrt(7.0 / 9)) / 2;

    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Hyperexponential(8);
    }

    @Override
    double law(double gap) {
      return 1 - p * Math.exp(-2 * p * gap) - (1 - p) * Math.exp(-2 * (1 - p) * gap);
    }

    @Override
    double deviation() {
      return Math.sqrt(8);
    }

    @Test
    void theSquaredCoefficientOfVariationIsTheOneAskedFor() {
      double[] gaps = gaps(1, 1_000_000);
      double squares = Arrays.stream(gaps).map(gap -> (gap - 1) * (gap - 1)).average().orElse(0);
      assertThat(squares).isCloseTo(8, within(0.25));
    }
  }

  /** The stays are short here, so that distant gaps are independent. */
  @Nested
  class Markov extends ArrivalProcessContract {
    private static final double RATIO = 10;
    private static final double CALM = 4;
    private static final double BURST = 6;
    private final double slow = (CALM + BURST / RATIO) / (CALM + BURST);
    private final double fast = RATIO * slow;

    @Override
    ArrivalSpec spec() {
      return new ArrivalSpec.Markov(RATIO, CALM, BURST);
    }

    /**
     * The survival function of a gap is φ·exp((Q − Λ)x)·1, with φ the states' shares of arrivals.
     * Here the matrix has two real eigenvalues.
     */
    @Override
    double law(double gap) {
      double leavesSlow = slow / CALM;
      double leavesFast = fast / BURST;
      double a = -leavesSlow - slow;
      double d = -leavesFast - fast;
      double root = Math.sqrt((a - d) * (a - d) + 4 * leavesSlow * leavesFast);
      double low = (a + d - root) / 2;
      double high = (a + d + root) / 2;
      double shareSlow = CALM / (CALM + BURST);
      // exp(Mx) = ((M − low·I) e^(high·x) − (M − high·I) e^(low·x)) / (high − low)
      double row0 = a + leavesSlow;
      double row1 = leavesFast + d;
      double sum = shareSlow * row0 + (1 - shareSlow) * row1;
      double survival =
          ((sum - low) * Math.exp(high * gap) - (sum - high) * Math.exp(low * gap)) / (high - low);
      return 1 - survival;
    }

    @Override
    double deviation() {
      return 2;
    }

    @Override
    int stride() {
      return 25;
    }

    @Test
    void burstsAreDenserAndOfTheSizeAskedFor() {
      assertThat(dispersion(new ArrivalSpec.Markov(20, 500, 500), 100)).isGreaterThan(20);
      ArrivalProcess process =
          ArrivalProcesses.of(new ArrivalSpec.Markov(1e6, 5, 30), new SplittableRandom(3));
      int bursts = 0;
      int inBursts = 0;
      boolean before = false;
      for (int i = 0; i < 200_000; i++) {
        boolean isDense = process.nextGap() < 0.001;
        bursts += isDense && !before ? 1 : 0;
        inBursts += isDense ? 1 : 0;
        before = isDense;
      }
      // The mean length of a run of dense gaps.
      assertThat((double) inBursts / bursts).isCloseTo(30, within(2.0));
    }
  }

  @ParameterizedTest
  @MethodSource("evenProcesses")
  void evenArrivalsAreLessDispersedThanPoisson(ArrivalSpec spec) {
    assertThat(dispersion(spec, 100)).isLessThan(0.5);
  }

  static Stream<ArrivalSpec> evenProcesses() {
    return Stream.of(
        new ArrivalSpec.Constant(), new ArrivalSpec.Uniform(0.5), new ArrivalSpec.Gamma(10));
  }

  /** Counts in long windows have c² times the variance of a Poisson process's. */
  @ParameterizedTest
  @MethodSource("burstyProcesses")
  void burstyArrivalsAreMoreDispersedThanPoisson(ArrivalSpec spec, double dispersion) {
    assertThat(dispersion(spec, 400)).isCloseTo(dispersion, within(dispersion / 5));
  }

  static Stream<Arguments> burstyProcesses() {
    return Stream.of(
        Arguments.of(new ArrivalSpec.Poisson(), 1.0),
        Arguments.of(new ArrivalSpec.Gamma(0.25), 4.0),
        Arguments.of(new ArrivalSpec.Lognormal(1), 1.718),
        Arguments.of(new ArrivalSpec.Hyperexponential(8), 8.0));
  }

  @Test
  void constantArrivalsStartWithHalfAGap() {
    ArrivalProcess process =
        ArrivalProcesses.of(new ArrivalSpec.Constant(), new SplittableRandom(1));
    assertThat(process.firstGap()).isEqualTo(0.5);
    assertThat(process.nextGap()).isEqualTo(1);
  }

  @Test
  void aTraceIsReplayedAndRepeated() {
    ArrivalTrace trace = new ArrivalTrace(new long[] {5_000, 5_000, 6_000, 9_000});
    assertThat(trace.perSecond()).isEqualTo(750_000);
    RateSpec recorded = new RateSpec.Constant(trace.perSecond());
    ArrivalSchedule schedule =
        new ArrivalSchedule(
            ArrivalProcesses.of(new ArrivalSpec.Trace("file", 1, trace), new SplittableRandom(1)),
            RateShape.of(recorded),
            0,
            0);
    long first = schedule.dueNanos();
    long[] expected = {0, 0, 1_000, 4_000, 5_333, 5_333, 6_333, 9_333};
    for (long nanos : expected) {
      assertThat(schedule.dueNanos() - first).isCloseTo(nanos, within(1L));
      schedule.advance();
    }
  }

  @Test
  void aTraceMustHaveALength() {
    assertThatThrownBy(() -> new ArrivalTrace(new long[] {3, 3})).hasMessageContaining("span");
    assertThatThrownBy(() -> new ArrivalTrace(new long[] {3})).hasMessageContaining("span");
    assertThatThrownBy(() -> new ArrivalTrace(new long[] {3, 2, 4})).hasMessageContaining("order");
  }

  @Test
  void paretoGapsOfInfiniteVarianceFollowTheDistribution() {
    ArrivalSpec.Pareto spec = new ArrivalSpec.Pareto(1.5);
    ArrivalProcess process = ArrivalProcesses.of(spec, new SplittableRandom(2));
    double[] gaps = new double[20_000];
    Arrays.setAll(gaps, _ -> process.nextGap());
    GoodnessOfFit.assertOfLaw(
        gaps, ParetoDistribution.of(1 / 3.0, 1.5)::cumulativeProbability, "gaps");
    assertThat(spec.hasVariance()).isFalse();
  }

  /**
   * The variance of the number of arrivals in windows of several mean gaps, divided by its mean.
   */
  private static double dispersion(ArrivalSpec spec, int window) {
    ArrivalProcess process = ArrivalProcesses.of(spec, new SplittableRandom(4));
    double[] counts = new double[4_000];
    double at = process.firstGap();
    for (int i = 0; i < counts.length; i++) {
      for (double end = (i + 1.0) * window; at < end; at += process.nextGap()) {
        counts[i]++;
      }
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    return Arrays.stream(counts).map(n -> (n - mean) * (n - mean)).average().orElseThrow() / mean;
  }
}
