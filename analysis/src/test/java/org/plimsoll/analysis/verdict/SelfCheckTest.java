package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/** Tests each rule on both sides of its bounds, with normal values otherwise. */
class SelfCheckTest {
  private static final long SECOND = 1_000_000_000;
  private static final long OPERATIONS = 100_000;
  private static final Evidence.Machine QUIET =
      new Evidence.Machine(2, SECOND, 0, 0, 0, Pauses.NONE, 0);

  /** Ten seconds of an open load against a remote target, with 1 ms per operation. */
  private Model model = Model.OPEN;

  private boolean inProcess;
  private Accounting accounting =
      new Accounting(OPERATIONS, new Accounting.Answered(OPERATIONS, 0), Accounting.Errors.NONE, 0);
  private Histogram times = times(1_000_000, OPERATIONS);
  private Set<String> deciding = Set.of();
  private Histogram lag = times(2_000, OPERATIONS);
  private Evidence.Room room = new Evidence.Room(0, 0, 500);
  private long withoutRight;
  private Evidence.Machine machine = QUIET;
  private @Nullable ArrivalLaw arrivals;
  private @Nullable LittlesLaw calls;

  @Test
  void aQuietRunHasNoFindingAndIsValid() {
    assertThat(findings()).isEmpty();
    assertThat(Findings.validity(List.of())).isEqualTo(Validity.VALID);
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 98900, VALID", // at most a tenth of the p99 of 1 ms
    "102000, 98900, SUSPECT",
    "499000, 98900, SUSPECT",
    "502000, 98900, INVALID",
    "502000, 99100, VALID", // fewer than 1 % late: beyond the p99
  })
  void lagIsComparedWithTheSameShownPercentile(long lateNanos, long onTime, Validity validity) {
    lag = times(2_000, onTime);
    lag.recordValueWithCount(lateNanos, OPERATIONS - onTime);
    times = times(1_000_000, 100);
    times.recordValueWithCount(1_000_000, OPERATIONS - 100);

    assertThat(Findings.validity(findings())).isEqualTo(validity);
  }

  @Test
  void lagOfTheFarTailIsOnlyNotedUnlessAnObjectiveBoundsIt() {
    lag = times(2_000, OPERATIONS - 150);
    lag.recordValueWithCount(900_000, 150);
    assertThat(only()).extracting(Finding::severity).isEqualTo(Severity.INFO);
    assertThat(only().text()).contains("p99.9 of the dispatch lag is 0.90 ms, 90 % of the p99.9");

    deciding = Set.of("p999");
    assertThat(only()).extracting(Finding::severity).isEqualTo(Severity.INVALID);
  }

  @Test
  void lagIsToldWithWhatKeptThePacerFromItsWork() {
    lag = times(2_000, OPERATIONS - 150);
    lag.recordValueWithCount(900_000, 150);
    assertThat(only().text()).endsWith("shown.");

    machine = new Evidence.Machine(2, SECOND, 0, 0, 0, new Pauses(2, 50_000_000, 1), 300_000_000);
    assertThat(only().text())
        .endsWith(
            "shown. Its pacer waited for a processor for 3.00 % and was paused for 0.50 %"
                + " of the time.");
  }

  @Test
  void anUnshownPercentileDoesNotAffectTheVerdict() {
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(98_000, 0),
            new Accounting.Errors(0, 2_000, 0, 0),
            0);
    times = times(1_000_000, 98_000);
    lag = times(2_000, 98_500);
    lag.recordValueWithCount(900_000, 1_500);

    assertThat(findings()).extracting(Finding::code).doesNotContain(FindingCode.GENERATOR_LATE);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 2000, ", // 1 ms late counts as on time
    "1010000, 990, ", // 99 % on time
    "1010000, 1010, SUSPECT",
    "1010000, 49000, SUSPECT",
    "1010000, 51000, INVALID",
  })
  void arrivalsWithinAMillisecondAreOnTime(long lateNanos, long late, @Nullable Severity severity) {
    times = times(9_000_000, OPERATIONS); // so that the lag is a negligible share of it
    lag = times(2_000, OPERATIONS - late);
    lag.recordValueWithCount(lateNanos, late);

    assertSeverity(FindingCode.SCHEDULE_MISSED, severity);
  }

  @ParameterizedTest
  @CsvSource({"9, ", "10, SUSPECT"})
  void aFewLateArrivalsAreNoFinding(long late, @Nullable Severity severity) {
    accounting = new Accounting(50, new Accounting.Answered(50, 0), Accounting.Errors.NONE, 0);
    times = times(9_000_000, 50);
    lag = times(2_000, 50 - late);
    lag.recordValueWithCount(1_010_000, late);
    assertSeverity(FindingCode.SCHEDULE_MISSED, severity);
  }

  @Test
  void arrivalsWithinATenthOfTheMedianAreOnTime() {
    times = times(50_000_000, OPERATIONS);
    lag = times(4_900_000, OPERATIONS);
    assertSeverity(FindingCode.SCHEDULE_MISSED, null);
    lag = times(5_100_000, OPERATIONS);
    assertSeverity(FindingCode.SCHEDULE_MISSED, Severity.INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    // 2,000 of 100,000 operations take 10 ms, the others 1 ms: the p99 is 10 ms. Pauses of 10 ms
    // that affect 0.5 % do not change it; those that affect 1.5 % may have caused it.
    "5, 50, 10, ",
    "15, 150, 10, INVALID",
    "15, 150, 2, SUSPECT", // a pause of 2 ms adds at most 2 ms
    "15, 150, 0.9, INFO",
  })
  void pausesOfAnOpenLoadAreJudgedByTheirPossibleEffectOnAPercentile(
      long stops, long totalMillis, double maxMillis, @Nullable Severity severity) {
    times = times(1_000_000, OPERATIONS - 2_000);
    times.recordValueWithCount(10_000_000, 2_000);
    machine = paused(stops, totalMillis, maxMillis);

    assertSeverity(FindingCode.GENERATOR_PAUSED, severity);
  }

  @Test
  void pausesThatAffectLessThanTheSamplingErrorDoNotCount() {
    // The rank of the p99 of 100,000 is known to 62 operations, or 0.062 %.
    times = times(1_000_000, OPERATIONS - 1_010);
    times.recordValueWithCount(10_000_000, 1_010);
    machine = paused(1, 5, 10);
    assertSeverity(FindingCode.GENERATOR_PAUSED, null);
    machine = paused(1, 7, 10);
    assertSeverity(FindingCode.GENERATOR_PAUSED, Severity.INVALID);
  }

  @ParameterizedTest
  @CsvSource({"99, ", "101, INFO", "990, INFO", "1010, SUSPECT", "5100, INVALID"})
  void pausesOfAClosedLoadAreJudgedByTheLostThroughput(
      long totalMillis, @Nullable Severity severity) {
    model = Model.CLOSED;
    lag = new Histogram(3);
    times.recordValueWithCount(300_000, OPERATIONS);
    machine = paused(20, totalMillis, 23);

    assertSeverity(FindingCode.GENERATOR_PAUSED, severity);
  }

  @Test
  void aPauseIsAtMostTheWholeInterval() {
    machine = paused(2, 27_100, 20_000);
    assertThat(findings().getFirst().text())
        .startsWith("The generator was paused twice (100 % of the run, longest 20,000 ms)");
  }

  @Test
  void figuresOfAFindingAreReadable() {
    machine = paused(1, 1_310, 1_011.86);
    assertThat(findings().getFirst().text())
        .startsWith("The generator was paused once (13.1 % of the run, longest 1,012 ms)");
  }

  @Test
  void aPauseShorterThanAWakeUpDoesNotCount() {
    times = times(50_000, OPERATIONS - 1_100);
    times.recordValueWithCount(200_000, 1_100);
    machine = paused(1000, 80, 0.09);
    assertSeverity(FindingCode.GENERATOR_PAUSED, null);
    machine = paused(1000, 80, 0.11);
    assertSeverity(FindingCode.GENERATOR_PAUSED, Severity.INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN, 990, LOAD_NOT_OPEN, INFO",
    "OPEN, 1010, LOAD_NOT_OPEN, SUSPECT",
    "PACED, 990, WORKERS_RAN_OUT, INFO",
    "PACED, 1010, WORKERS_RAN_OUT, SUSPECT",
  })
  void waitsDecideFromOnePercentOn(Model of, long waited, FindingCode code, Severity severity) {
    model = of;
    room = new Evidence.Room(waited, 0, 16);
    assertSeverity(code, severity);
  }

  @Test
  void waitsDecideEarlierForAnObjectiveOnAHigherPercentile() {
    deciding = Set.of("p999");
    room = new Evidence.Room(0, 90, 16);
    assertSeverity(FindingCode.LOAD_NOT_OPEN, Severity.INFO);
    room = new Evidence.Room(0, 110, 16);
    assertSeverity(FindingCode.LOAD_NOT_OPEN, Severity.SUSPECT);
    assertThat(only().text()).contains("every session busy");
  }

  @ParameterizedTest
  @CsvSource({"OPEN, 17.9, ", "OPEN, 18.1, SUSPECT", "CLOSED, 17.9, ", "CLOSED, 18.1, SUSPECT"})
  void aGeneratorThatUsesNineTenthsOfItsProcessorsIsSaturated(
      Model of, double cpuSeconds, @Nullable Severity severity) {
    model = of;
    lag = of == Model.CLOSED ? new Histogram(3) : lag;
    machine = new Evidence.Machine(2, (long) (cpuSeconds * SECOND), 0, 0, 0, Pauses.NONE, 0);
    assertSeverity(FindingCode.GENERATOR_SATURATED, severity);

    inProcess = true;
    assertSeverity(FindingCode.GENERATOR_SATURATED, null);
  }

  @Test
  void aClosedLoadOnOneProcessorMayBeTheLimit() {
    model = Model.CLOSED;
    lag = new Histogram(3);
    machine = new Evidence.Machine(1, (long) (9.8 * SECOND), 0, 0, 0, Pauses.NONE, 0);
    assertThat(only().text())
        .isEqualTo(
            "The generator, not the target, may be the limit: it used 98 % of its one processor.");
  }

  @ParameterizedTest
  @CsvSource({
    "CLOSED, 49000, 10, INFO", // 0.49 operations in the target for one processor
    "CLOSED, 51000, 10, ",
    "CLOSED, 10000, 4.9, ", // less than half a processor
    "OPEN, 10000, 10, ",
  })
  void aClosedLoadWithFewOperationsInTheTargetIsTheLimit(
      Model of, long serviceNanos, double cpuSeconds, @Nullable Severity severity) {
    model = of;
    lag = of == Model.CLOSED ? new Histogram(3) : lag;
    times = times(serviceNanos, OPERATIONS);
    machine = new Evidence.Machine(2, (long) (cpuSeconds * SECOND), 0, 0, 0, Pauses.NONE, 0);
    assertSeverity(FindingCode.GENERATOR_IS_LIMIT, severity);
  }

  @Test
  void theLimitIsNotReportedIfManyOperationsFailed() {
    model = Model.CLOSED;
    lag = new Histogram(3);
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(89_000, 0),
            new Accounting.Errors(11_000, 0, 0, 0),
            0);
    times = times(1_000, 89_000);
    machine = new Evidence.Machine(2, 19 * SECOND, 0, 0, 0, Pauses.NONE, 0);
    assertSeverity(FindingCode.GENERATOR_IS_LIMIT, null);
    assertSeverity(FindingCode.GENERATOR_SATURATED, Severity.SUSPECT);
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(91_000, 0),
            new Accounting.Errors(9_000, 0, 0, 0),
            0);
    assertSeverity(FindingCode.GENERATOR_IS_LIMIT, Severity.INFO);
    assertSeverity(FindingCode.GENERATOR_SATURATED, null);
  }

  @ParameterizedTest
  @CsvSource({"0.02, ", "0.021, INFO", "0.1, INFO", "0.11, SUSPECT"})
  void stolenProcessorTimeIsNotedAndThenSuspect(double share, @Nullable Severity severity) {
    machine = new Evidence.Machine(2, SECOND, 0, share, 0, Pauses.NONE, 0);
    assertSeverity(FindingCode.CPU_STOLEN, severity);
  }

  @ParameterizedTest
  @CsvSource({
    "90000, 40, ", // a tenth of the gap of 1 ms
    "110000, 9, ", // for a tenth of the gaps
    "110000, 11, SUSPECT",
    "110000, 49, SUSPECT",
    "110000, 51, INVALID",
  })
  void gapsWithinATenthOfTheMeanGapAreCorrect(
      long offNanos, int percent, @Nullable Severity severity) {
    arrivals = everyMillisecond(offNanos, percent);
    assertSeverity(FindingCode.ARRIVAL_LAW, severity);

    times = times(10 * offNanos + 20_000, OPERATIONS); // or of the median shown
    assertSeverity(FindingCode.ARRIVAL_LAW, null);
  }

  private static ArrivalLaw everyMillisecond(long offNanos, int percent) {
    long[] asked = new long[1_000];
    long[] came = new long[1_000];
    for (int i = 0; i < 1_000; i++) {
      asked[i] = 1_000_000;
      came[i] = asked[i] + (i % 100 < percent ? offNanos : 0);
    }
    return new ArrivalLaw(asked, came, asked, came);
  }

  @ParameterizedTest
  @CsvSource({"0.01, ", "0.011, INFO", "0.1, INFO", "0.11, SUSPECT", "0.51, INVALID"})
  void aQuotaIsJudgedByTheTimeThatItTook(double share, @Nullable Severity severity) {
    machine = new Evidence.Machine(2, SECOND, 0, 0, (long) (share * 10 * SECOND), Pauses.NONE, 0);
    assertSeverity(FindingCode.CPU_THROTTLED, severity);
  }

  @ParameterizedTest
  @CsvSource({"0.95, ", "0.96, INFO"})
  void aMachineThatIsBusyIsNoted(double share, @Nullable Severity severity) {
    machine = new Evidence.Machine(2, SECOND, share, 0, 0, Pauses.NONE, 0);
    assertSeverity(FindingCode.MACHINE_BUSY, severity);
    inProcess = true;
    assertSeverity(FindingCode.MACHINE_BUSY, null);
  }

  @ParameterizedTest
  @CsvSource({"100000, ", "99999, INVALID", "100001, INVALID"})
  void everyOperationThatWasScheduledEndsOnce(long ended, @Nullable Severity severity) {
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(ended - 7, 1),
            new Accounting.Errors(1, 1, 1, 1),
            2);
    assertSeverity(FindingCode.ACCOUNTING_DISAGREES, severity);
  }

  @Test
  void callsInFlightThatDisagreeWithTheirTimesMakeAResultInvalid() {
    calls = new LittlesLaw(105e9, 100e9, 100e9, OPERATIONS);
    assertSeverity(FindingCode.ACCOUNTING_DISAGREES, null);
    calls = new LittlesLaw(120e9, 100e9, 100e9, OPERATIONS);
    assertSeverity(FindingCode.ACCOUNTING_DISAGREES, Severity.INVALID);
    assertThat(only().text()).contains("1.20 times");
  }

  @Test
  void operationsThatWereNeverSentAreNoted() {
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(OPERATIONS - 3, 0),
            new Accounting.Errors(0, 0, 1, 2),
            0);
    assertThat(only().severity()).isEqualTo(Severity.INFO);
    assertThat(only().text()).startsWith("Operations were not sent: 2 shed, 1 expired; ");
    withoutRight = 1;
    assertThat(only().text())
        .startsWith("Operations were not sent: 2 shed, 1 without the right to send; ");
  }

  @Test
  void aResultWithoutASuccessIsInvalid() {
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(1, 0),
            new Accounting.Errors(OPERATIONS - 1, 0, 0, 0),
            0);
    assertSeverity(FindingCode.NOTHING_SUCCEEDED, null);
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(0, 0),
            new Accounting.Errors(OPERATIONS, 0, 0, 0),
            0);
    assertSeverity(FindingCode.NOTHING_SUCCEEDED, Severity.INVALID);
  }

  @Test
  void theWorstFindingIsFirstAndDecides() {
    accounting =
        new Accounting(
            OPERATIONS,
            new Accounting.Answered(0, 0),
            new Accounting.Errors(OPERATIONS - 1, 0, 1, 0),
            0);
    machine = new Evidence.Machine(2, 19 * SECOND, 0, 0.03, 0, Pauses.NONE, 0);
    assertThat(findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.INVALID, Severity.SUSPECT, Severity.INFO, Severity.INFO);
    assertThat(Findings.validity(findings())).isEqualTo(Validity.INVALID);
    assertThat(Findings.validity(findings().subList(1, 4))).isEqualTo(Validity.SUSPECT);
    assertThat(Findings.validity(findings().subList(2, 4))).isEqualTo(Validity.VALID);
  }

  private List<Finding> findings() {
    long censored =
        accounting.errors().timedOut() + accounting.errors().notSent() + accounting.errors().shed();
    return SelfCheck.findings(
        new Evidence(
            model,
            inProcess,
            10 * SECOND,
            accounting,
            new Shown(times, censored, deciding),
            new Evidence.Arrivals(lag, room, withoutRight, arrivals),
            machine,
            calls));
  }

  private Finding only() {
    assertThat(findings()).hasSize(1);
    return findings().getFirst();
  }

  private void assertSeverity(FindingCode code, @Nullable Severity severity) {
    List<Severity> severities =
        findings().stream()
            .filter(finding -> finding.code() == code)
            .map(Finding::severity)
            .toList();
    assertThat(severities).isEqualTo(severity == null ? List.of() : List.of(severity));
  }

  private static Evidence.Machine paused(long stops, long totalMillis, double maxMillis) {
    return new Evidence.Machine(
        2,
        SECOND,
        0,
        0,
        0,
        new Pauses(stops, totalMillis * 1_000_000, (long) (maxMillis * 1_000_000)),
        0);
  }

  private static Histogram times(long nanos, long count) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(nanos, count);
    return times;
  }
}
