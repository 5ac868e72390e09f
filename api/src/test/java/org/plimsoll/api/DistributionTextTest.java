package org.plimsoll.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a formatted distribution can be parsed again. */
class DistributionTextTest {
  @TempDir Path folder;

  private final SplittableRandom random = new SplittableRandom(1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "constant(0)",
        "constant(2ms)",
        "uniform(1us,1h30m)",
        "exponential(50us)",
        "normal(1s500ms,3ns)",
        "lognormal(2ms,0.5)",
        "pareto(1d,1.25)",
        "weibull(250ms,10k)",
        "zipfian(1ns,100ns,0.99)",
        "weights(1ms:90,20ms:9.5,1s:0)",
        "bounded(1ms,10s,bounded(0,1d,lognormal(2ms,0.5)))"
      })
  void textIsWhatAUserWrites(String text) {
    assertThat(DistributionText.ofDurations(DistributionText.parseDuration(text))).isEqualTo(text);
  }

  @Test
  void parsingTheTextGivesTheDistribution() {
    for (int i = 0; i < 2_000; i++) {
      kinds().forEach(DistributionTextTest::assertInverse);
    }
  }

  @Test
  void aHistogramIsNamedByItsFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("times.txt"),
            IntStream.range(1, 5_000).mapToObj(i -> i + "us 1\n").collect(Collectors.joining()));
    Distribution histogram = DistributionText.parseDuration("histogram(" + file + ")");
    assertThat(DistributionText.ofDurations(histogram)).isEqualTo("histogram(" + file + ")");
    assertInverse(histogram);
    assertInverse(new Distribution.Bounded(0, 9, histogram));
  }

  private Stream<Distribution> kinds() {
    long from = nanos();
    long to = Math.max(from, nanos());
    List<Long> values = Stream.generate(this::nanos).limit(random.nextInt(1, 20)).toList();
    List<Distribution> kinds =
        List.of(
            new Distribution.Constant(from),
            new Distribution.Uniform(from, to),
            new Distribution.Exponential(from),
            new Distribution.Normal(from, nanos()),
            new Distribution.Lognormal(from, number()),
            new Distribution.Pareto(from, number()),
            new Distribution.Weibull(from, number()),
            Distribution.Zipfian.of(from, from + random.nextInt(1, 1_000), Math.min(100, number())),
            Distribution.Weights.of(
                values, Stream.generate(this::number).limit(values.size()).toList()));
    Distribution any = kinds.get(random.nextInt(kinds.size()));
    return Stream.concat(
        kinds.stream(),
        Stream.of(
            new Distribution.Bounded(from, to, any),
            new Distribution.Bounded(from, to, new Distribution.Bounded(from, to, any))));
  }

  /**
   * Returns a duration of any order of magnitude up to 104 days. The parser rounds longer ones,
   * because a {@code double} has 53 bits.
   */
  private long nanos() {
    return random.nextLong() >>> random.nextInt(11, 64);
  }

  /** Returns a positive number, with few or many digits. */
  private double number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(1, 100) / 100.0;
      case 1 -> random.nextInt(1, 1_000_000);
      case 2 -> random.nextInt(1, 100) * 100_000.0;
      default -> random.nextDouble(1e-9, 10);
    };
  }

  private static void assertInverse(Distribution distribution) {
    String text = DistributionText.ofDurations(distribution);
    assertThat(DistributionText.parseDuration(text)).as(text).isEqualTo(distribution);
  }
}
