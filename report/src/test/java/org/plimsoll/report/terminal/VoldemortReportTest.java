package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.JvmFacts;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Rates;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Validity;

/** Results in the format of Voldemort's performance tool. */
class VoldemortReportTest {
  @Test
  void linesAreThoseOfTheToolWithDecimals() {
    assertThat(VoldemortReport.of(summary(List.of())))
        .isEqualTo(
            """
            ======================= iteration = 0 ======================================
            [benchmark]\tRunTime(ms): 2000
            [benchmark]\tThroughput(ops/sec): 450
            [reads]\tOperations: 900
            [reads]\tAverage(ms): 0.0025
            [reads]\tMin(ms): 0.0003
            [reads]\tMax(ms): 1.5
            [reads]\tMedian(ms): 0.2
            [reads]\t95th(ms): 1.25
            [reads]\tReturn: Ok\t890
            [reads]\tReturn: Error\t110
            [transactions]\tOperations: 900
            [transactions]\tAverage(ms): 0.0025
            [transactions]\tMin(ms): 0.0003
            [transactions]\tMax(ms): 1.5
            [transactions]\tMedian(ms): 0.2
            [transactions]\t95th(ms): 1.25
            [transactions]\tReturn: Ok\t890
            [transactions]\tReturn: Error\t110
            """);
  }

  @Test
  void eachIterationHasItsThroughput() {
    Accounting accounting =
        new Accounting(500, new Accounting.Answered(500, 0), new Accounting.Errors(0, 0, 0, 0), 0);
    Summary.Iteration one =
        new Summary.Iteration(
            1_000_000_000L, Validity.VALID, List.of(), accounting, 500, null, latency(), List.of());

    assertThat(VoldemortReport.of(summary(List.of(one, one))))
        .contains(
            """
            iteration = 0 ======================================
            [benchmark]\tRunTime(ms): 1000
            [benchmark]\tThroughput(ops/sec): 500
            ======================= iteration = 1 ===\
            """);
  }

  private static Summary summary(List<Summary.Iteration> iterations) {
    OperationSummary read =
        new OperationSummary(
            new Summary.Counts(900, 10, 0, 890, 1000),
            450,
            Map.of("timeout", 100L),
            Map.of(),
            null,
            latency());
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    operations.put("all", read);
    operations.put("read", read);
    operations.put("read-modify-write", read);
    return new Summary(
        1,
        new Summary.RunInfo(
            "id", "run", "sim:", "2026-01-01T00:00:00Z", 1, Map.of(), Collections.emptySortedSet()),
        2_000_000_000L,
        new Summary.Verdict(Validity.VALID, SloOutcome.NONE, List.of(), List.of()),
        new Summary.LoadFigures(
            new Summary.LoadInfo("closed", null, 8),
            new Accounting(
                1000, new Accounting.Answered(890, 10), new Accounting.Errors(100, 0, 0, 0), 0),
            new Rates(500.0, 450, 450.0, 0.0),
            Summary.Elsewhere.NONE,
            operations,
            latency(),
            Map.of()),
        new Summary.DriverReport(Map.of(), Map.of(), Map.of()),
        new Summary.GeneratorSummary(
            0, Pauses.NONE, 0, null, 0, 0, new JvmFacts("25", List.of(), "host")),
        new Summary.Details(Map.of(), null, iterations, Map.of(), null, null));
  }

  /** Returns a latency in nanoseconds; the 99th percentile has too few samples. */
  private static Latency latency() {
    return new Latency(
        2_500.0,
        1.0,
        300L,
        new Latency.Percentiles(200_000L, 1_000_000L, 1_250_000L, null, null, null),
        1_500_000L,
        new Latency.Missing(List.of(), null, List.of("p99")));
  }
}
