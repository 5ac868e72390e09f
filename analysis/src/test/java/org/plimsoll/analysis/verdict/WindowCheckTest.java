package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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

/**
 * Tests each rule on both sides of its bounds, for one second at 1,000/s with 5 ms per operation.
 */
class WindowCheckTest {
  private static final long SECOND = 1_000_000_000;
  private static final int OPERATIONS = 1_000;

  private long lengthNanos = SECOND;
  private Model model = Model.OPEN;
  private Histogram times = times(5_000_000, OPERATIONS);
  private Histogram lag = times(2_000, OPERATIONS);
  private Evidence.Room room = new Evidence.Room(0, 0, 500);
  private Evidence.Machine machine = machine(0, 0);

  @Test
  void aQuietIntervalIsValid() {
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "9, 990000, 2000000, ", // fewer than 1 %
    "11, 990000, 2000000, ", // less than a millisecond
    "11, 1010000, 2500000, SUSPECT",
    "11, 1010000, 5000000, SUSPECT",
    "11, 2600000, 5000000, INVALID",
  })
  void lagCountsFromAMillisecondOn(
      int late, long lagNanos, long responseNanos, @Nullable Severity severity) {
    times = times(responseNanos, OPERATIONS);
    lag = times(2_000, OPERATIONS - late);
    lag.recordValueWithCount(lagNanos, late);
    assertSeverity(FindingCode.GENERATOR_LATE, severity);
  }

  @ParameterizedTest
  @CsvSource({
    "90, ",
    "92, SUSPECT",
    "330, SUSPECT",
    "335, INVALID",
    "1000, INVALID", // of 1,000 ms
  })
  void aPauseReducesTheShownThroughput(long millis, @Nullable Severity severity) {
    for (Model of : List.of(Model.OPEN, Model.CLOSED)) {
      model = of;
      lag = of == Model.CLOSED ? new Histogram(3) : lag;
      machine = machine(0, millis * 1_000_000);
      assertSeverity(FindingCode.GENERATOR_PAUSED, severity);
    }
  }

  @Test
  void theRestOfASecondIsNotJudgedByShares() {
    lengthNanos = SECOND / 10;
    machine = machine(SECOND, SECOND / 10);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"100, ", "101, SUSPECT", "499, SUSPECT", "501, INVALID"})
  void aQuotaThatIsUsedUpIsCaught(long throttledMillis, @Nullable Severity severity) {
    machine = new Evidence.Machine(2, 0, 0, 0, throttledMillis * 1_000_000, Pauses.NONE, 0);
    assertSeverity(FindingCode.CPU_THROTTLED, severity);
  }

  @Test
  void wantOfRoomIsToldAndNotesAreNot() {
    room = new Evidence.Room(5, 0, 500);
    assertThat(findings()).isEmpty();
    room = new Evidence.Room(11, 0, 500);
    assertSeverity(FindingCode.LOAD_NOT_OPEN, Severity.SUSPECT);
  }

  /** A stalled target takes all free places, which the generator does not cause. */
  @Test
  void aStretchInWhichNothingLackedButRoomIsNotCalledTheGenerators() {
    room = new Evidence.Room(500, 0, 500);
    List<Finding> full = findings();
    Disturbances disturbances = new Disturbances();
    assertThat(disturbances.add(2 * SECOND, SECOND, full)).isEmpty();
    assertThat(disturbances.add(3 * SECOND, SECOND, List.of()))
        .contains(
            "operations waited for a free slot from 1.0 s to 2.0 s;"
                + " response times include the wait");
    machine = machine(0, SECOND);
    assertThat(disturbances.add(4 * SECOND, SECOND, full)).isEmpty();
    assertThat(disturbances.add(5 * SECOND, SECOND, findings())).isEmpty();
    assertThat(disturbances.add(6 * SECOND, SECOND, List.of())).isEmpty();
    assertThat(disturbances.rest(6 * SECOND))
        .contains("the generator disturbed the intervals from 3.0 s to 5.0 s");
  }

  @Test
  void periodsOfASecondAreToldTogether() {
    machine = machine(0, SECOND);
    List<Finding> bad = findings();
    Disturbances disturbances = new Disturbances();
    List<String> told = new ArrayList<>();
    for (int second = 1; second <= 3_600; second++) {
      disturbances
          .add(second * SECOND, SECOND, second % 10 == 0 ? bad : List.of())
          .ifPresent(told::add);
    }

    assertThat(told).hasSizeBetween(10, 13);
    assertThat(told.get(1))
        .startsWith("30 more disturbed periods from 19.0 s to 310.0 s, the longest 1.0 s: ");
  }

  @Test
  void periodsOfDisturbedIntervalsAreSummarized() {
    machine = machine(0, SECOND);
    List<Finding> bad = findings();
    Disturbances disturbances = new Disturbances();
    assertThat(disturbances.finding()).isEmpty();
    assertThat(disturbances.add(SECOND, SECOND, List.of())).isEmpty();
    assertThat(disturbances.add(2 * SECOND, SECOND, bad)).isEmpty();
    assertThat(disturbances.add(3 * SECOND, SECOND, bad)).isEmpty();
    assertThat(disturbances.add(4 * SECOND, SECOND, List.of()))
        .contains("the generator disturbed the intervals from 1.0 s to 3.0 s");
    assertThat(disturbances.add(5 * SECOND, SECOND, bad)).isEmpty();

    Finding told = disturbances.finding().orElseThrow();
    assertThat(told.severity()).isEqualTo(Severity.INFO);
    assertThat(told.text())
        .isEqualTo(
            "3 of 5 intervals are invalid, the longest period from 1.0 s to"
                + " 3.0 s (generator-paused 3).");
  }

  private List<Finding> findings() {
    return WindowCheck.findings(
        new Evidence(
            model,
            false,
            lengthNanos,
            new Accounting(
                OPERATIONS, new Accounting.Answered(OPERATIONS, 0), Accounting.Errors.NONE, 0),
            new Shown(times, 0, Set.of()),
            new Evidence.Arrivals(lag, room, 0, null),
            machine,
            null));
  }

  private void assertSeverity(FindingCode code, @Nullable Severity severity) {
    assertThat(
            findings().stream()
                .filter(finding -> finding.code() == code)
                .map(Finding::severity)
                .toList())
        .isEqualTo(severity == null ? List.of() : List.of(severity));
  }

  private static Evidence.Machine machine(long cpuNanos, long pausedNanos) {
    return new Evidence.Machine(
        2, cpuNanos, 0, 0, 0, new Pauses(pausedNanos > 0 ? 1 : 0, pausedNanos, 0), 0);
  }

  private static Histogram times(long nanos, long count) {
    Histogram times = new Histogram(3);
    times.recordValueWithCount(nanos, count);
    return times;
  }
}
