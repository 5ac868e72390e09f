package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.sampling.ZipfianRanks;
import org.plimsoll.engine.spec.KeyDistributionSpec;

class ZipfianKeysTest extends KeyDistributionContract {
  @Override
  KeyDistributionSpec spec(long keys) {
    return new KeyDistributionSpec.Zipfian(0.99);
  }

  @Override
  double[] weights(int keys) {
    return probabilities(keys, 0.99);
  }

  @Override
  boolean isScattered() {
    return true;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 0.99, 0.9995, 1, 1.0000001, 1.2, 2, 5})
  void ranksHaveTheirExactProbabilities(double exponent) {
    double[] expected = probabilities(1_000, exponent);
    for (long seed = 0; seed < 10; seed++) {
      long[] counts = countRanks(1_000, exponent, seed, 1_000_000);
      assertThat(pValue(expected, counts)).as("seed %d", seed).isGreaterThan(1e-3);
    }
  }

  /** Bins between powers of two; their exact shares come from the Euler-Maclaurin sum. */
  @ParameterizedTest
  @CsvSource({
    "1000000000000, 0.5", "1000000000000, 0.99", "1000000000000, 1",
    "1000000000000, 1.0001", "1000000000000, 1.5", "4611686018427387904, 0.9"
  })
  void ranksOfHugeSpacesHaveTheRightShares(long count, double exponent) {
    double[] expected = new double[64 - Long.numberOfLeadingZeros(count)];
    for (int bin = 0; bin < expected.length; bin++) {
      long from = 1L << bin;
      expected[bin] = weightOf(from, Math.min(2 * (from - 1) + 1, count), exponent);
    }
    ZipfianRanks ranks = new ZipfianRanks(count, exponent);
    OperationRandom random = new OperationRandom();
    random.seed(11, 0);
    long[] counts = new long[expected.length];
    for (int i = 0; i < 1_000_000; i++) {
      counts[63 - Long.numberOfLeadingZeros(ranks.next(random) + 1)]++;
    }
    assertThat(pValue(expected, counts)).isGreaterThan(1e-3);
  }

  /** The polynomials only save time: each draw is the one of rejection-inversion without them. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 0.9, 0.99, 0.9995, 1, 1.0000001, 1.0001, 1.2, 1.5, 2, 3, 50})
  void aDrawIsWhatTheInversionGives(double exponent) {
    for (long count : new long[] {1, 2, 10, 100_000, 1_000_000_000, 1L << 62}) {
      ZipfianRanks ranks = new ZipfianRanks(count, exponent);
      OperationRandom random = new OperationRandom();
      OperationRandom same = new OperationRandom();
      random.seed(3, count);
      same.seed(3, count);
      for (int i = 0; i < 50_000; i++) {
        long rank = inverted(same, count, exponent);
        // A huge rank has the error of a logarithm, here and there.
        assertThat(ranks.next(random)).isCloseTo(rank, within((long) (rank * 1e-10)));
      }
    }
  }

  /**
   * Rejection-inversion as Hörmann and Derflinger describe it, with nothing computed in advance.
   */
  private static long inverted(OperationRandom random, long count, double exponent) {
    double atEnd = integral(count + 0.5, exponent);
    double span = integral(1.5, exponent) - 1 - atEnd;
    double quickly = 2 - inverse(integral(2.5, exponent) - Math.pow(2, -exponent), exponent);
    while (true) {
      double u = atEnd + (random.nextLong() >>> 11) * 0x1p-53 * span;
      double x = inverse(u, exponent);
      long rank = Math.clamp((long) (x + 0.5), 1, count);
      if (rank - x <= quickly
          || rank >= 0x1p27 * (1 + exponent)
          || u >= integral(rank + 0.5, exponent) - Math.pow((double) rank, -exponent)) {
        return rank - 1;
      }
    }
  }

  private static double integral(double x, double exponent) {
    double log = Math.log(x);
    double power = (1 - exponent) * log;
    return power == 0 ? log : Math.expm1(power) / power * log;
  }

  private static double inverse(double area, double exponent) {
    double power = Math.max(-1, area * (1 - exponent));
    return power == 0 ? Math.exp(area) : Math.exp(Math.log1p(power) / power * area);
  }

  @Test
  void theHottestOfAThousandKeysGetsItsShare() {
    long[] counts = new long[1_000];
    for (long key : draw(1_000, 1, 4_000_000)) {
      counts[(int) key]++;
    }
    assertThat(Arrays.stream(counts).max().orElseThrow() / 4e6 * 100).isCloseTo(12.94, within(0.1));
  }

  /** A table or a sum over 2^62 keys would be impossible. */
  @Test
  void theSetUpTimeDoesNotDependOnTheNumberOfKeys() throws IllegalAccessException {
    assertThat(heldElements(new ZipfianRanks(1_000_000_000_000L, 0.99)))
        .isEqualTo(heldElements(new ZipfianRanks(1L << 62, 0.99)))
        .isEqualTo(heldElements(new ZipfianRanks(1_000, 0.99)));
  }

  private static long heldElements(ZipfianRanks ranks) throws IllegalAccessException {
    long elements = 0;
    for (Field field : ZipfianRanks.class.getDeclaredFields()) {
      field.setAccessible(true);
      Object value = field.get(ranks);
      elements += value.getClass().isArray() ? Array.getLength(value) : 1;
    }
    return elements;
  }

  private static double[] probabilities(int count, double exponent) {
    double[] weights = new double[count];
    Arrays.setAll(weights, rank -> Math.pow(rank + 1, -exponent));
    return weights;
  }

  private static double weightOf(long from, long to, double exponent) {
    if (to - from < 4_096) {
      double sum = 0;
      for (long rank = from; rank <= to; rank++) {
        sum += Math.pow((double) rank, -exponent);
      }
      return sum;
    }
    double power = 1 - exponent;
    double span = Math.log((double) to / from);
    double integral =
        power == 0 ? span : Math.pow((double) from, power) * Math.expm1(power * span) / power;
    return integral + (Math.pow((double) from, -exponent) + Math.pow((double) to, -exponent)) / 2;
  }

  private static long[] countRanks(int count, double exponent, long seed, int samples) {
    ZipfianRanks ranks = new ZipfianRanks(count, exponent);
    OperationRandom random = new OperationRandom();
    random.seed(seed, 0);
    long[] counts = new long[count];
    for (int i = 0; i < samples; i++) {
      counts[(int) ranks.next(random)]++;
    }
    return counts;
  }
}
