package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;

/** Tests the rates of a load on a target that answers at most 500 operations per second. */
class OverCapacityInVirtualTimeTest extends VirtualRuns {
  private static final String TARGET = "sim:?max-throughput=500";
  private static final double CAPACITY = 500;

  @ParameterizedTest
  @CsvSource({
    "250, 3", "500, 3", "1000, 3", "1500, 3", "2500, 3",
    "250, 20", "500, 20", "1000, 20", "1500, 20", "2500, 20",
    "250, 60", "500, 60", "1000, 60", "1500, 60", "2500, 60",
  })
  void throughputIsWhatTheTargetAnswersPerSecond(double offered, int seconds) throws Exception {
    Map<String, String> values = values(offered, seconds);
    values.put("timeout", "5s");
    Summary summary = run(TARGET, values, run -> {});

    Summary.LoadFigures figures = summary.figures();
    assertThat(figures.rates().offeredPerSecond()).isCloseTo(offered, Percentage.withPercentage(1));
    assertThat(figures.throughputPerSecond())
        .isCloseTo(Math.min(offered, CAPACITY), Percentage.withPercentage(1));
    assertThat(figures.all().throughputPerSecond()).isEqualTo(figures.throughputPerSecond());
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    for (int second = 1; second <= seconds; second++) {
      assertThat(intervals().get(second - 1).figures().throughputPerSecond())
          .as("second %d", second)
          .isCloseTo(Math.min(offered, CAPACITY), Percentage.withPercentage(1));
    }
  }

  @Test
  void anObjectiveOnThroughputIsNotMetByAnswersInTheDrain() throws Exception {
    Map<String, String> values = values(1000, 3);
    values.put("slo", "throughput>950");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.FAILED);
    assertThat(summary.accounting().answered().total()).isEqualTo(3_000);
    assertThat(summary.figures().elsewhere().drainedAnswers()).isCloseTo(1_500, within(5L));
    assertThat(summary.figures().elsewhere().lateAnswers()).isZero();
  }

  /** The operation due after t seconds is answered after 2t, so in time in the first second. */
  @Test
  void aLateAnswerIsThroughputButNotGoodput() throws Exception {
    Map<String, String> values = values(1000, 3);
    values.put("timeout", "1s");
    Summary summary = run(TARGET, values, run -> {});

    Summary.LoadFigures figures = summary.figures();
    assertThat(figures.throughputPerSecond()).isCloseTo(CAPACITY, within(5.0));
    assertThat(figures.rates().goodputPerSecond()).isCloseTo(1_000 / 3.0, within(5.0));
    assertThat(figures.elsewhere().lateAnswers()).isGreaterThanOrEqualTo(490);
    assertThat(figures.elsewhere().drainedAnswers()).isZero();
    assertThat(summary.accounting().errors().timedOut()).isCloseTo(2_000, within(5L));
    assertThat(intervals().get(2).figures().throughputPerSecond()).isCloseTo(CAPACITY, within(5.0));
    assertThat(intervals().get(2).figures().rates().goodputPerSecond()).isLessThan(5);
  }

  @Test
  void answersToOperationsOfTheWarmUpAreThroughputOfTheMeasurement() throws Exception {
    Map<String, String> values = values(1000, 10);
    values.put("warmup", "5s");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.figures().throughputPerSecond()).isCloseTo(CAPACITY, within(5.0));
  }

  private static Map<String, String> values(double rate, int seconds) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("rate", String.valueOf(rate));
    values.put("for", seconds + "s");
    values.put("warmup", "0s");
    values.put("timeout", "1h");
    values.put("max-in-flight", "1m");
    return values;
  }
}
