package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.result.Spread;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Iteration;
import org.plimsoll.result.Validity;
import org.plimsoll.settings.RunRequest;

/** Tests repeated measurements. */
class IterationsInVirtualTimeTest extends VirtualRuns {
  private static final long SECOND = 1_000_000_000;

  @Test
  void eachIterationIsReportedAndTheResultMergesAll() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=exponential(2ms)",
            Map.of("rate", "1000", "for", "3s", "warmup", "1s", "iterations", "4", "seed", "5"),
            run -> {});

    assertThat(summary.details().iterations()).hasSize(4);
    assertThat(summary.details().iterations())
        .allSatisfy(each -> {
          assertThat(each.accounting().answered().succeeded()).isEqualTo(3_000);
          assertThat(each.elapsedNanos()).isEqualTo(3 * SECOND);
          assertThat(each.throughputPerSecond()).isCloseTo(1_000, within(2.0));
          assertThat(each.validity()).isEqualTo(Validity.VALID);
        });
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(12_000);
    assertThat(summary.elapsedNanos()).isEqualTo(12 * SECOND);
    assertThat(summary.figures().throughputPerSecond()).isCloseTo(1_000, within(2.0));
    assertThat(target.count()).isEqualTo(13_000);
    // No two iterations send the same operations.
    assertThat(new HashSet<>(target.sent()).size()).isEqualTo(13_000);
    assertThat(target.sent().stream().map(WatchedDriver.Sent::row).filter(row -> row != 0))
        .doesNotHaveDuplicates();

    List<Long> p99 =
        summary.details().iterations().stream().map(each -> known(p99(each))).sorted().toList();
    Spread spread = known(summary.details().spread().get("p99"));
    assertThat(spread.min()).isEqualTo(p99.getFirst().doubleValue());
    assertThat(spread.max()).isEqualTo(p99.getLast().doubleValue());
    assertThat(spread.median()).isEqualTo((p99.get(1) + p99.get(2)) / 2.0);
    assertThat(known(spread.coefficientOfVariation())).isBetween(0.001, 0.2);
    assertThat(response(summary).percentiles().p99()).isBetween(p99.getFirst(), p99.getLast());
    assertThat(response(summary).max())
        .isEqualTo((long) known(summary.details().spread().get("max")).max());
  }

  @Test
  void eachIterationStartsWithoutTheBacklogOfTheLast() throws Exception {
    // Only half of the rate can be served. Without a drain the second iteration would start late.
    Summary summary =
        run(
            "sim:?max-throughput=500",
            Map.of("rate", "1000", "for", "2s", "warmup", "0", "iterations", "2"),
            run -> {});

    List<Iteration> iterations = summary.details().iterations();
    assertThat(p99(iterations.get(1)).doubleValue())
        .isCloseTo(p99(iterations.get(0)), withinPercentage(0.2));
    assertThat(known(iterations.get(1).responseNanos()).min()).isLessThan(2_100_000L);
  }

  @Test
  void theNumberOfOperationsAppliesToEachIteration() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("workers", "7", "ops", "1000", "iterations", "3"),
            run -> {});

    assertThat(summary.details().iterations())
        .extracting(each -> each.accounting().answered().succeeded())
        .containsExactly(1_000L, 1_000L, 1_000L);
    assertThat(summary.accounting().scheduled()).isEqualTo(3_000);
  }

  @Test
  void stoppingEndsAllIterations() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("rate", "100", "for", "2s", "warmup", "0", "iterations", "5"),
            run -> at(3_000, run::stop));

    assertThat(summary.details().iterations())
        .extracting(each -> each.accounting().answered().succeeded())
        .containsExactly(200L, 100L);
    assertThat(summary.elapsedNanos()).isEqualTo(3 * SECOND);
  }

  @Test
  void allIterationsIncludeScenariosAndTheProbe() throws Exception {
    Summary summary =
        run(
            new SimDriver(),
            RunRequest.of(
                    "sim:",
                    Map.of(
                        "for", "2s", "warmup", "0", "iterations", "3", "probe", "10", "seed", "1"))
                .withScenarios("a/rate=100", "b/rate=50"),
            run -> {});

    assertThat(
            known(summary.details().scenarios().get("a"))
                .figures()
                .accounting()
                .answered()
                .succeeded())
        .isEqualTo(600);
    assertThat(
            known(summary.details().scenarios().get("b"))
                .figures()
                .accounting()
                .answered()
                .succeeded())
        .isEqualTo(300);
    assertThat(known(summary.details().probe()).figures().accounting().answered().succeeded())
        .isBetween(35L, 85L);
    assertThat(summary.details().iterations())
        .extracting(each -> each.accounting().answered().succeeded())
        .containsExactly(300L, 300L, 300L);
  }

  private static Long p99(Iteration iteration) {
    return known(known(iteration.responseNanos()).percentiles().p99());
  }
}
