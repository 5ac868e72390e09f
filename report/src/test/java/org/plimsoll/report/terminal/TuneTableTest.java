package org.plimsoll.report.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.page.TunePage;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Latency;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Stress;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.TuneResult.LineResult;
import org.plimsoll.result.TuneResult.TrialResult;

class TuneTableTest {
  private static final TuneResult RESULT =
      new TuneResult(
          TuneResult.SCHEMA,
          new Summary.RunInfo(
              "1",
              "run",
              "redis://host\u001b[31m:6379",
              "2026-11-21T10:00:00Z",
              42,
              Map.of(),
              Collections.emptySortedSet()),
          new TuneResult.Search("search", "/s", List.of("p99<10ms", "errors<0.1%")),
          new TuneResult.Outcome(
              SloOutcome.PASSED,
              new LineResult(
                  LineKind.FOUND, 15_254, 15_250, 15_674.0, 15_251.0, "15,254/s, confirmed"),
              new KneeResult(12_000, 8_000, 14_000, 9_500)),
          List.of(
              trial(1, "find", 8_000, TrialOutcome.PASSED, 0, false, ""),
              trial(2, "find", 16_000, TrialOutcome.FAILED, 1_828, true, ""),
              trial(
                  3,
                  "narrow",
                  15_254,
                  TrialOutcome.SPOILED,
                  0.71,
                  false,
                  "The generator was late.")),
          List.of(
              new CurvePoint(8_000, 7_998, latency(400_000)),
              new CurvePoint(15_254, 15_251, latency(9_900_000))),
          true);

  @Test
  void searchesAreTablesOf80Columns() {
    String table = TuneTable.of(RESULT, null, Screen.PLAIN);
    assertThat(table)
        .isEqualTo(
            """
            redis://host\ufffd[31m:6379
              highest rate with p99<10ms, errors<0.1%, by search

              # stage         rate     for   errors      p50      p99 of bound  result
              1 find         8,000  2.00 s      0 %   400 µs   400 µs     0.00  passed
              2 find        16,000  2.00 s      0 %   400 µs   400 µs    > 999  failed ~
              3 narrow      15,254  2.00 s      0 %   400 µs   400 µs     0.71  spoiled
                  The generator was late.

            ~ means: the 95 % interval contains the bound, so the estimate decided.

            line     15,254/s, confirmed
            knee     12,000/s by Kneedle at the p99 (bootstrap 8,000/s to 14,000/s);
                     throughput / mean latency is highest at 9,500/s
            """);
    assertThat(table.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void thePageShowsTheCurveWithItsObjective() throws Exception {
    String page = TunePage.of(RESULT, Map.of("p99<10ms", 10e6));
    assertThat(page)
        .contains("<title>p99&lt;10ms</title>", "maximum throughput", "15,254/s, confirmed")
        .doesNotContain("\u001b", "<script", "NaN");
  }

  @Test
  void theJsonKeepsEveryTrial() {
    String json = ResultJson.mapper().writeValueAsString(RESULT);
    assertThat(ResultJson.mapper().readValue(json, TuneResult.class)).isEqualTo(RESULT);
  }

  private static TrialResult trial(
      int number,
      String stage,
      double load,
      TrialOutcome outcome,
      double stress,
      boolean isClose,
      String reason) {
    return new TrialResult(
        number,
        stage,
        load,
        2_000_000_000L,
        load,
        new TuneResult.Decision(
            outcome, "p99<10ms", new Stress(stress, stress / 2, stress * 2), isClose, reason, 0.0),
        latency(400_000));
  }

  private static Latency latency(long nanos) {
    return new Latency(
        (double) nanos,
        1.0,
        1L,
        new Latency.Percentiles(nanos, nanos, nanos, nanos, nanos, null),
        nanos,
        new Latency.Missing(List.of(), null, List.of("p9999")));
  }

  @Test
  void linesFitANarrowTerminal() {
    assertThat(TuneTable.of(RESULT, null, new Screen(60, false)).lines())
        .allMatch(line -> TerminalText.width(line) <= 60);
  }
}
