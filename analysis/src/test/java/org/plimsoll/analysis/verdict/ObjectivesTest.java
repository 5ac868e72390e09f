package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Share;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.SloSpec.Comparison;

class ObjectivesTest {
  /** 500 operations of 2 ms, of which the 1 % that failed are not among the times. */
  private static final Objectives.Observed OBSERVED = observed(495);

  @ParameterizedTest
  @CsvSource({
    "p50, BELOW, 3e6, passed",
    "p50, BELOW, 2e6, failed",
    "p99, BELOW, 3e6, undecided", // fewer than 10 operations beyond it
    "errors, BELOW, 0.02, passed",
    "errors, BELOW, 0.01, failed",
    "throughput, ABOVE, 400, passed",
    "throughput, ABOVE, 600, failed",
    "driver.cache-hit-ratio, ABOVE, 0.7, passed",
    "driver.cache-hit-ratio, ABOVE, 0.8, failed",
    "driver.other-hit-ratio, ABOVE, 0.7, undecided", // nothing was asked
  })
  void aFigureDecidesAndAMissingOneDoesNot(
      String metric, Comparison comparison, double bound, String result) {
    SloSpec objective = new SloSpec("text", "all", metric, comparison, bound);
    assertThat(judge(objective, "valid").result()).isEqualTo(result);
    assertThat(judge(objective, "suspect").result()).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource({"p50, 3e6", "p50, 2e6", "errors, 0.02", "throughput, 600"})
  void anInvalidResultDecidesNothingButShowsItsFigure(String metric, double bound) {
    SloSpec objective = new SloSpec("text", "all", metric, Comparison.BELOW, bound);
    SloResult result = judge(objective, "invalid");
    assertThat(result.result()).isEqualTo("undecided");
    assertThat(result.observed()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, valid, passed",
    "1, 0, valid, failed",
    "0, 3, valid, undecided", // of three keys nobody knows
    "1, 3, valid, failed",
    "0, 0, invalid, undecided",
    "1, 0, invalid, failed" // whatever the generator did, it is lost
  })
  void aLostWriteFailsItsObjectiveWhateverTheGeneratorDid(
      int lost, int unread, String validity, String result) {
    ConsistencySummary consistency =
        new ConsistencySummary(
            9,
            1,
            new ConsistencySummary.Reads(0, 0, 0, 0, new Share(null, null, null)),
            Latencies.of(new Histogram(3), 0, 1),
            null,
            List.of(),
            Map.of(),
            new LostWrites(9, unread, lost, 0, List.of()),
            null,
            null);
    SloSpec objective =
        new SloSpec("lost-writes<1", "consistency", "lost-writes", Comparison.BELOW, 1);
    List<SloResult> results =
        Objectives.judge(
            List.of(objective),
            validity,
            _ -> new Objectives.Observed(null, 0, 0, Map.of(), consistency));
    assertThat(results.getFirst().result()).isEqualTo(result);
  }

  @Test
  void anObjectiveOverAnOperationThatNeverHappenedIsUndecided() {
    List<SloResult> results =
        Objectives.judge(
            List.of(new SloSpec("scan.p50<1ms", "scan", "p50", Comparison.BELOW, 1e6)),
            "valid",
            name -> new Objectives.Observed(null, 0, 0));
    assertThat(results.getFirst()).isEqualTo(new SloResult("scan.p50<1ms", "undecided", null));
  }

  @Test
  void oneMissedObjectiveFailsThemAllAndAnUndecidedOneLeavesThemOpen() {
    SloResult passed = new SloResult("p50<3ms", "passed", 2e6);
    SloResult failed = new SloResult("p90<3ms", "failed", 4e6);
    SloResult undecided = new SloResult("p99<3ms", "undecided", null);
    assertThat(Objectives.overall(List.of())).isEqualTo("none");
    assertThat(Objectives.overall(List.of(passed, passed))).isEqualTo("passed");
    assertThat(Objectives.overall(List.of(passed, undecided))).isEqualTo("undecided");
    assertThat(Objectives.overall(List.of(undecided, failed, passed))).isEqualTo("failed");
  }

  private static SloResult judge(SloSpec objective, String validity) {
    return Objectives.judge(List.of(objective), validity, name -> OBSERVED).getFirst();
  }

  private static Objectives.Observed observed(long count) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(2_000_000, count);
    OperationSummary operation =
        new OperationSummary(
            count, count, count, 500, Map.of(), Latencies.of(times), Latencies.of(times));
    return new Objectives.Observed(
        operation, 0.01, 500, Map.of("cache-hits", 75L, "cache-misses", 25L), null);
  }
}
