package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;
import org.plimsoll.settings.SpecFile;

/**
 * The experiment of Friedrich, Wingerath and Ritter (Coordinated Omission in NoSQL Database
 * Benchmarking, BTW 2017), from the files that users run, in virtual time: 90,000 operations at λ =
 * 1,000/s, a server of μ operations a second that is stalled for D = 1 s. With ρ = λ/μ and N
 * operations
 *
 * <pre>mean = λD² / (2(1 − ρ)N),    p(q) = D − (1 − ρ)·N(1 − q)/λ</pre>
 *
 * where an operation waits at all; a closed loop of T workers sees about TD/((1 − ρ)N) instead.
 */
class StallExamplesTest {
  private static final double MILLI = 1e6;
  private static final int OPERATIONS = 90_000;
  private final Drivers drivers = Drivers.of(new SimDriver());

  @Test
  void theOpenLoadGivesTheKnownAnswer() throws Exception {
    Summary summary = example("coordinated-omission", Map.of());
    Latency response = response(summary);

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(OPERATIONS);
    assertThat(millis(response.mean())).isBetween(27.68, 28.08);
    // Histograms have three significant digits.
    assertThat(millis(response.percentiles().p50())).isLessThan(0.001);
    assertThat(millis(response.percentiles().p90())).isLessThan(0.001);
    assertThat(millis(response.percentiles().p95())).isCloseTo(99.9, within(1.0));
    assertThat(millis(response.percentiles().p99())).isCloseTo(819.9, within(1.0));
    assertThat(millis(response.percentiles().p999())).isCloseTo(982.0, within(1.0));
    assertThat(millis(response.max())).isBetween(999.7, 1_001.0);
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @ParameterizedTest
  @CsvSource({"16", "80", "380", "1024", "2048"})
  void pacedWorkersHaveTheSameResponseTimesAndTheServiceTimesOfAClosedLoop(int workers)
      throws Exception {
    Summary summary =
        example("coordinated-omission-paced", Map.of("workers", String.valueOf(workers)));

    assertThat(millis(response(summary).mean())).isBetween(27.68, 28.08);
    assertThat(millis(response(summary).percentiles().p99())).isCloseTo(819.9, within(1.0));
    double closed = Math.min(27.78, workers / 18.0);
    assertThat(millis(summary.all().serviceNanos().mean())).isCloseTo(closed, within(4.5));
    if (workers <= 80) {
      assertThat(millis(summary.all().serviceNanos().mean())).isCloseTo(closed, within(0.2));
    }
    assertThat(summary.verdict().has(FindingCode.WORKERS_RAN_OUT)).isEqualTo(workers < 1_000);
  }

  /**
   * What the slides report for YCSB, and how fast the system caught up if the stall is the only
   * cause: μ = λ / (1 − λD² / (2N·mean)).
   */
  @ParameterizedTest
  @CsvSource({"29, 1237", "44, 1145", "49, 1128", "54, 1115", "180, 1032"})
  void theMeansOfTheSlidesAreThoseOfACapacityBelow1250(int mean, int capacity) throws Exception {
    Summary summary = stalled("", capacity, 2048);
    assertThat(millis(response(summary).mean())).isCloseTo(mean, within(1.0 + mean / 100.0));
    // With a worker for each waiting operation, the closed loop reports the same.
    assertThat(millis(summary.all().serviceNanos().mean()))
        .isCloseTo(millis(response(summary).mean()), within(mean > 100 ? 40.0 : 1.0));
  }

  /**
   * The first column of the slides: two workers that need 1.938 ms for each operation reach
   * 1,032/s.
   */
  @Test
  void tooFewWorkersCannotCatchUp() throws Exception {
    Summary summary = stalled("service=1.938ms&", 1_250, 2);
    assertThat(millis(response(summary).mean())).isCloseTo(180, within(5.0));
    assertThat(millis(summary.all().serviceNanos().mean())).isCloseTo(2, within(0.1));
  }

  private Summary stalled(String service, int capacity, int workers) throws Exception {
    return resolved(
        "sim:?" + service + "stall-after=30s&stall-for=1s&max-throughput=" + capacity,
        Map.of(
            "rate",
            "1000",
            "model",
            "paced",
            "workers",
            String.valueOf(workers),
            "mix",
            "read=100",
            "timeout",
            "1m",
            "warmup",
            "0",
            "ops",
            String.valueOf(OPERATIONS)));
  }

  @Test
  void aStallIsInvisibleInPercentilesOfAClosedLoopWithoutATargetRate() throws Exception {
    Summary summary = example("coordinated-omission-closed", Map.of());

    assertThat(summary.all().responseNanos()).isNull();
    // 16 operations at 1,250/s.
    assertThat(millis(summary.all().serviceNanos().percentiles().p50()))
        .isCloseTo(12.8, within(0.1));
    assertThat(millis(summary.all().serviceNanos().percentiles().p999()))
        .isCloseTo(12.8, within(0.1));
    assertThat(summary.accounting().answered().succeeded()).isCloseTo(111_250L, within(50L));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 70, 80, 90, 95})
  void catchingUpTakesLongerCloserToTheLimit(int percent) throws Exception {
    double maximum = 1_000 * 100.0 / percent;
    Summary summary =
        resolved(
            "sim:?stall-after=30s&stall-for=1s&max-throughput=" + maximum,
            Map.of("rate", "1000", "warmup", "0", "ops", String.valueOf(OPERATIONS)));

    double idle = 1 - percent / 100.0;
    double mean = 1_000 / (2 * idle * OPERATIONS) * 1_000;
    double p99 = 1_000 - idle * OPERATIONS * 0.01;
    assertThat(millis(response(summary).mean())).isCloseTo(mean, within(0.003 * mean));
    assertThat(millis(response(summary).percentiles().p99())).isCloseTo(p99, within(1.0));
  }

  @Test
  void theSettlingTimeAfterAChangeOfCapacityIsMeasured() throws Exception {
    Summary summary = example("elasticity", Map.of("seed", "1"));

    List<String> told =
        summary.verdict().findings().stream()
            .filter(finding ->
                finding.code() == FindingCode.SETTLED || finding.code() == FindingCode.NOT_SETTLED)
            .map(Finding::text)
            .toList();
    // 50/s too many for 20 s, then 1,000/s of spare capacity: 1 s, plus the variance of Poisson
    // arrivals.
    assertThat(told).hasSize(2);
    assertThat(told.getFirst()).contains("max-throughput is 950 now", "did not settle");
    assertThat(told.getLast()).containsPattern("is 2000 now' at 40.0 s .* within [23]\\.\\d s");
  }

  private Summary example(String name, Map<String, String> values) throws Exception {
    RunRequest file = SpecFile.read(examples().resolve(name + ".yaml"));
    return run(file.overriddenBy(RunRequest.of(null, values)));
  }

  /** A file in a folder above this module's. */
  private static Path examples() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve("examples"))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow();
  }

  private Summary resolved(String target, Map<String, String> values) throws Exception {
    return run(RunRequest.of(target, values));
  }

  private Summary run(RunRequest request) throws Exception {
    return Run.prepare(
            RunResolver.resolve(request, drivers).spec(), drivers, List.of(), new VirtualClock())
        .execute();
  }

  private static Latency response(Summary summary) {
    return VirtualRuns.known(summary.all().responseNanos());
  }

  private static double millis(@Nullable Number nanos) {
    return VirtualRuns.known(nanos).doubleValue() / MILLI;
  }
}
