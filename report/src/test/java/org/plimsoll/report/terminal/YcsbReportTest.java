package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
import tools.jackson.databind.json.JsonMapper;

/** Results in the format of YCSB 0.17. */
class YcsbReportTest {
  private static final List<Double> PERCENTILES = List.of(95.0, 99.0, 99.9);

  @Test
  void linesAreInTheFormatOfYcsb() {
    String text = text(YcsbReport.Intervals.BOTH);

    assertThat(text)
        .startsWith("[OVERALL], RunTime(ms), 2000\n[OVERALL], Throughput(ops/sec), 450.0\n")
        .contains("[TOTAL_GCs], Count, ")
        .contains("[TOTAL_GC_TIME_%], Time(%), ")
        .endsWith(
            """
            [READ], Operations, 900
            [READ], AverageLatency(us), 2.5
            [READ], MinLatency(us), 1
            [READ], MaxLatency(us), 401
            [READ], 95thPercentileLatency(us), 20
            [READ], 99thPercentileLatency(us), 30
            [READ], Return=OK, 900
            [READ], Return=SERVICE_UNAVAILABLE, 100
            [READ-FAILED], Operations, 100
            [UPDATE], Operations, 70
            [UPDATE], AverageLatency(us), 2.5
            [UPDATE], MinLatency(us), 1
            [UPDATE], MaxLatency(us), 401
            [UPDATE], 95thPercentileLatency(us), 20
            [UPDATE], 99thPercentileLatency(us), 30
            [UPDATE], Return=OK, 30
            [UPDATE], Return=BATCHED_OK, 40
            [UPDATE], Return=NOT_FOUND, 30
            [UPDATE-FAILED], Operations, 30
            [Intended-READ], Operations, 900
            [Intended-READ], AverageLatency(us), 5.0
            [Intended-READ], MinLatency(us), 1
            [Intended-READ], MaxLatency(us), 802
            [Intended-READ], 95thPercentileLatency(us), 40
            [Intended-READ], 99thPercentileLatency(us), 60
            """);
  }

  @Test
  void withIntendedThePlainNameHasIntendedLatenciesAsInYcsb() {
    assertThat(text(YcsbReport.Intervals.INTENDED))
        .contains("[READ], AverageLatency(us), 5.0\n")
        .doesNotContain("[Intended-READ]");
    assertThat(text(YcsbReport.Intervals.OP))
        .contains("[READ], AverageLatency(us), 2.5\n")
        .doesNotContain("[Intended-READ]");
  }

  @Test
  void jsonIsSeparateObjectsOrAnArray() {
    List<YcsbReport.Line> lines = YcsbReport.of(summary(), YcsbReport.Intervals.OP, PERCENTILES);

    assertThat(YcsbReport.json(lines, false))
        .startsWith(
            """
            {
              "metric" : "OVERALL",
              "measurement" : "RunTime(ms)",
              "value" : 2000
            } {
              "metric" : "OVERALL",
            """);
    var array = JsonMapper.shared().readTree(YcsbReport.json(lines, true));
    assertThat(array.size()).isEqualTo(lines.size());
    assertThat(array.get(1).get("value").asDouble()).isEqualTo(450.0);
  }

  @Test
  void percentilesHaveTheNamesOfYcsb() {
    assertThat(List.of(50.0, 91.0, 92.0, 93.0, 99.0, 11.0, 99.9))
        .extracting(YcsbReport::ordinal)
        .containsExactly("50th", "91st", "92nd", "93rd", "99th", "11th", "99.9");
  }

  private static String text(YcsbReport.Intervals intervals) {
    return YcsbReport.text(YcsbReport.of(summary(), intervals, PERCENTILES));
  }

  private static Summary summary() {
    OperationSummary read =
        new OperationSummary(
            new Summary.Counts(900, 0, 0, 900, 1000),
            450,
            Map.of("service-unavailable", 100L),
            latency(5_000.0, 2),
            latency(2_500.0, 1));
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    operations.put("all", read);
    operations.put("read", read);
    operations.put("update", ofSeveralEnds());
    Latency none = latency(null, 1);
    return new Summary(
        1,
        new Summary.RunInfo(
            "id",
            "run",
            "ycsb:map",
            "2026-01-01T00:00:00Z",
            1,
            Map.of(),
            Collections.emptySortedSet()),
        2_000_000_000L,
        new Summary.Verdict(Validity.VALID, SloOutcome.NONE, List.of(), List.of()),
        new Summary.LoadFigures(
            new Summary.LoadInfo("paced", 500.0, 1),
            new Accounting(
                1000, new Accounting.Answered(900, 0), new Accounting.Errors(100, 0, 0, 0), 0),
            new Rates(500.0, 450, 450.0, 0.0),
            Summary.Elsewhere.NONE,
            operations,
            none,
            Map.of()),
        new Summary.DriverReport(Map.of(), Map.of(), Map.of()),
        new Summary.GeneratorSummary(
            0, Pauses.NONE, 0, null, 0, 0, new JvmFacts("25", List.of(), "host")),
        Summary.Details.NONE);
  }

  /** Returns 40 buffered operations, 30 that found nothing, and 30 that succeeded. */
  private static OperationSummary ofSeveralEnds() {
    return new OperationSummary(
        new Summary.Counts(100, 30, 40, 100, 100),
        50,
        Map.of(),
        Map.of(),
        null,
        latency(2_500.0, 1));
  }

  /** Returns a latency in nanoseconds; the 99.9th percentile has too few samples. */
  private static Latency latency(@Nullable Double mean, long times) {
    return new Latency(
        mean,
        1.0,
        300L,
        new Latency.Percentiles(2_000L, 10_000L, 20_000L * times, 30_000L * times, null, null),
        400_700L * times,
        new Latency.Missing(List.of(), null, List.of("p999")));
  }
}
