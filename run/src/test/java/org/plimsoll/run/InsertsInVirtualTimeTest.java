package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Tests new keys of a fill and of inserts. */
class InsertsInVirtualTimeTest extends VirtualRuns {
  @ParameterizedTest
  @ValueSource(strings = {"shed", "wait"})
  void unsentInsertsLeaveNoHole(String whenFull) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(100ms)",
            Map.of(
                "mix", "insert=1",
                "rate", "1000",
                "max-in-flight", "50",
                "when-full", whenFull,
                "timeout", "1s",
                "warmup", "0",
                "for", "5s",
                "keys", "1000"),
            run -> {});

    long sent =
        summary.accounting().answered().succeeded() + summary.accounting().errors().timedOut();
    assertThat(sent).isLessThan(summary.accounting().scheduled() * 2 / 3);
    assertThat(target.insertedKeys())
        .isEqualTo(LongStream.range(1000, 1000 + sent).boxed().collect(Collectors.toSet()));
  }

  @Test
  void theTargetsClockStartsWithTheLoadThatFollowsAFill() throws Exception {
    Summary summary =
        run(
            "sim:?stall-after=1s&stall-for=500ms",
            Map.of(
                "fill", "4000",
                "fill-rate", "1000",
                "rate", "1000",
                "warmup", "0",
                "for", "3s"),
            run -> {});

    assertThat(known(response(summary).max())).isCloseTo(500_000_000L, within(1_000_000L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "0.005"})
  void anIncompleteFillIsAFindingOfTheMeasurement(String errorRate) throws Exception {
    Summary summary =
        run(
            "sim:?error-rate=" + errorRate,
            Map.of(
                "fill", "4000",
                "allow-incomplete-fill", "true",
                "rate", "1000",
                "warmup", "0",
                "for", "3s"),
            run -> {});

    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.FILL_INCOMPLETE)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity())
              .isEqualTo(errorRate.equals("0.5") ? Severity.SUSPECT : Severity.INFO);
          assertThat(finding.text())
              .matches(
                  "The fill could not write ([0-9,]+) of 4,000 rows: injected \\1[.]"
                      + " The first injected: failed by the simulation, according to its"
                      + " error-rate");
        });
  }

  @Test
  void nothingIsMeasuredAfterAFillThatFailed() throws Exception {
    Summary summary =
        run(
            "sim:?error-rate=0.02",
            Map.of("fill", "4000", "rate", "1000", "warmup", "0", "for", "3s"),
            run -> {});

    assertThat(summary.verdict().has(FindingCode.FILL_FAILED)).isTrue();
    assertThat(summary.verdict().has(FindingCode.NOTHING_MEASURED)).isTrue();
    assertThat(summary.accounting().scheduled()).as("rows of the fill").isEqualTo(4_000);
  }

  @ParameterizedTest
  @CsvSource({"0.6, '', true", "0.6, 'errors<90%', false", "0.4, '', false"})
  void aTargetThatMostlyFailsIsAFindingUnlessAnObjectiveJudgesErrors(
      String errorRate, String objective, boolean isFound) throws Exception {
    Map<String, String> values = new HashMap<>();
    values.putAll(Map.of("fill", "none", "rate", "1000", "warmup", "0", "for", "3s"));
    if (!objective.isEmpty()) {
      values.put("slo", objective);
    }
    Summary summary = run("sim:?error-rate=" + errorRate, values, run -> {});

    assertThat(summary.verdict().has(FindingCode.TARGET_FAILING)).isEqualTo(isFound);
    assertThat(summary.verdict().validity()).isEqualTo(Validity.VALID);
  }

  @Test
  void aMissingTableIsCreatedAndFilledAutomatically() throws Exception {
    TableDriver target = new TableDriver();
    run(
        target,
        "sim:",
        Map.of("keys", "1000", "rate", "1000", "mix", "read=1", "warmup", "0", "for", "1s"),
        run -> {});

    assertThat(target.inserts()).isEqualTo(1000);
  }
}
