package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.SloSpec.Comparison;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Share;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Rates;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.Validity;

class ObjectivesTest {
  /** 500 operations of 2 ms. The 1 % that failed have no times. */
  private static final Objectives.Observed OBSERVED = observed(495);

  private static final Rates NO_RATES = new Rates(null, 0, null, null);

  @ParameterizedTest
  @CsvSource({
    "p50, BELOW, 3e6, PASSED",
    "p50, BELOW, 2e6, FAILED",
    "p99, BELOW, 3e6, UNDECIDED", // fewer than 10 operations beyond it
    "errors, BELOW, 0.02, PASSED",
    "errors, BELOW, 0.01, FAILED",
    "throughput, ABOVE, 400, PASSED",
    "throughput, ABOVE, 490, PASSED",
    "throughput, ABOVE, 600, FAILED",
    "goodput, ABOVE, 470, PASSED",
    "goodput, ABOVE, 490, FAILED",
    "driver.cache-hit-ratio, ABOVE, 0.7, PASSED",
    "driver.cache-hit-ratio, ABOVE, 0.8, FAILED",
    "driver.other-hit-ratio, ABOVE, 0.7, UNDECIDED", // no operations
  })
  void aFigureDecidesAndAMissingOneDoesNot(
      String metric, Comparison comparison, double bound, SloOutcome result) {
    SloSpec objective = new SloSpec("text", "all", metric, comparison, bound);
    assertThat(judge(objective, Validity.VALID).result()).isEqualTo(result);
    assertThat(judge(objective, Validity.SUSPECT).result()).isEqualTo(result);
  }

  @ParameterizedTest
  @CsvSource({"p50, 3e6", "p50, 2e6", "errors, 0.02", "throughput, 600"})
  void anInvalidResultDecidesNothingButShowsItsFigure(String metric, double bound) {
    SloSpec objective = new SloSpec("text", "all", metric, Comparison.BELOW, bound);
    SloResult result = judge(objective, Validity.INVALID);
    assertThat(result.result()).isEqualTo(SloOutcome.UNDECIDED);
    assertThat(result.observed()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, VALID, PASSED",
    "1, 0, VALID, FAILED",
    "0, 3, VALID, UNDECIDED", // three keys are unknown
    "1, 3, VALID, FAILED",
    "0, 0, INVALID, UNDECIDED",
    "1, 0, INVALID, FAILED" // a lost write counts regardless of the generator
  })
  void aLostWriteFailsItsObjectiveRegardlessOfTheGenerator(
      int lost, int unread, Validity validity, SloOutcome result) {
    ConsistencySummary consistency =
        new ConsistencySummary(
            9,
            1,
            new ConsistencySummary.Freshness(
                new ConsistencySummary.Reads(0, 0, 0, 0, new Share(null, null, null), 0),
                Latencies.of(new Histogram(3), 0, 1),
                null,
                List.of()),
            Map.of(),
            new LostWrites(9, unread, lost, 0, List.of(), 0),
            null,
            null);
    SloSpec objective =
        new SloSpec("lost-writes<1", "consistency", "lost-writes", Comparison.BELOW, 1);
    List<SloResult> results =
        Objectives.judge(
            List.of(objective),
            validity,
            _ ->
                new Objectives.Observed(
                    null, 0, NO_RATES, Objectives.OfDriver.NONE, Map.of(), consistency));
    assertThat(results.getFirst().result()).isEqualTo(result);
  }

  @Test
  void anObjectiveOverAnOperationThatNeverHappenedIsUndecided() {
    List<SloResult> results =
        Objectives.judge(
            List.of(new SloSpec("scan.p50<1ms", "scan", "p50", Comparison.BELOW, 1e6)),
            Validity.VALID,
            name -> new Objectives.Observed(null, 0, NO_RATES));
    assertThat(results.getFirst())
        .isEqualTo(new SloResult("scan.p50<1ms", SloOutcome.UNDECIDED, null));
  }

  @Test
  void oneMissedObjectiveFailsThemAllAndAnUndecidedOneLeavesThemOpen() {
    SloResult passed = new SloResult("p50<3ms", SloOutcome.PASSED, 2e6);
    SloResult failed = new SloResult("p90<3ms", SloOutcome.FAILED, 4e6);
    SloResult undecided = new SloResult("p99<3ms", SloOutcome.UNDECIDED, null);
    assertThat(Objectives.overall(List.of())).isEqualTo(SloOutcome.NONE);
    assertThat(Objectives.overall(List.of(passed, passed))).isEqualTo(SloOutcome.PASSED);
    assertThat(Objectives.overall(List.of(passed, undecided))).isEqualTo(SloOutcome.UNDECIDED);
    assertThat(Objectives.overall(List.of(undecided, failed, passed))).isEqualTo(SloOutcome.FAILED);
  }

  private static SloResult judge(SloSpec objective, Validity validity) {
    return Objectives.judge(List.of(objective), validity, name -> OBSERVED).getFirst();
  }

  private static Objectives.Observed observed(long count) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(2_000_000, count);
    OperationSummary operation =
        new OperationSummary(
            new Summary.Counts(count, 0, 0, count, count),
            500,
            Map.of(),
            Latencies.of(times),
            Latencies.of(times));
    return new Objectives.Observed(
        operation,
        0.01,
        new Rates(520.0, 500, 480.0, 0.0),
        new Objectives.OfDriver(Map.of("cache-hits", 75L, "cache-misses", 25L), Map.of()),
        Map.of(),
        null);
  }
}
