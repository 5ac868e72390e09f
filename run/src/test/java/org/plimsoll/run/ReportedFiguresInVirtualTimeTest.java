package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.TuneResult;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneResolver;
import org.plimsoll.settings.text.SloText;

/** Tests objectives on figures that the driver or the target reports, or does not report. */
final class ReportedFiguresInVirtualTimeTest extends VirtualRuns {
  private static final String QUEUE = "sim:?max-throughput=1000";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "driver.nonsense<1|must bound a counter that the driver reports, was 'driver.nonsense<1';"
            + " known are forgotten-rows, lost-writes, stale-reads",
        "driver.stale-read<1|did you mean 'driver.stale-reads'?",
        "driver.connect.p99<1ms|must bound a timing that the driver reports",
        "redis.used_memory_bytes<10m|must bound a figure of an operation, of the driver or of its"
            + " telemetry",
        "read.p98<1ms|must bound a figure of the operation, was 'read.p98<1ms', did you mean"
            + " 'p90'?",
        "raed.p99<1ms|must name an operation of the mix, was 'raed.p99<1ms', did you mean 'read'?"
      })
  void anObjectiveOnAFigureThatNobodyReportsIsRefusedBeforeTheLoad(String slo, String message) {
    assertThatThrownBy(() -> run(QUEUE, values(slo), run -> {}))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("slo: ")
        .hasMessageContaining(message);
    assertThat(intervals()).isEmpty();
  }

  @Test
  void aCounterThatStaysZeroMeetsItsBound() throws Exception {
    Summary summary = run(QUEUE, values("driver.stale-reads<1"), run -> {});
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.PASSED);
  }

  @Test
  void theHighestValueOfASeriesIsBounded() throws Exception {
    // The queue grows by 0.1 s each second, to 1 s.
    Summary missed = run(QUEUE, values("sim.queue_seconds<500ms"), run -> {});
    SloResult result = missed.verdict().objectives().getFirst();
    assertThat(result.result()).isEqualTo(SloOutcome.FAILED);
    assertThat(known(result.observed())).isCloseTo(1, within(0.2));
    SeriesFigures figures = known(missed.details().telemetry().get("sim.queue_seconds"));
    assertThat(figures.mean()).isCloseTo(0.5, within(0.15));
    assertThat(figures.min()).isLessThan(figures.mean());
    assertThat(figures.count()).isBetween(9L, 11L);

    Summary met = run(QUEUE, values("sim.queue_seconds<2"), run -> {});
    assertThat(met.verdict().slo()).isEqualTo(SloOutcome.PASSED);
  }

  @Test
  void whatOnlyTheRunCanTellIsUndecidedWithAReason() throws Exception {
    Summary summary =
        run(
            QUEUE,
            Map.of(
                "rate",
                "500",
                "for",
                "3s",
                "warmup",
                "0",
                "slo",
                "node_load<5",
                "telemetry",
                "prometheus(http://127.0.0.1:1/metrics,node_load1)"),
            run -> {});
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.UNDECIDED);
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.FIGURE_NOT_REPORTED)
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.text()).startsWith("No source reported node_load."));
  }

  @Test
  void aMisspeltSeriesOfATargetThatReportsNothingAtFirstIsUndecidedWithTheNearestName()
      throws Exception {
    Summary summary = run(QUEUE, values("sim.queue_second<1s"), run -> {});
    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.UNDECIDED);
    assertThat(summary.verdict().findings())
        .filteredOn(finding -> finding.code() == FindingCode.FIGURE_NOT_REPORTED)
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.text())
                .isEqualTo(
                    "No source reported sim.queue_second. Did you mean 'sim.queue_seconds'?"));
  }

  @Test
  void aSeriesThatTheDriverDoesNotHaveIsRefusedWithTheNearestName() {
    assertThatThrownBy(() ->
            ReportedFigures.requireSeries(
                SloText.parseAll("redis.used_memory_byte<10m"),
                "redis",
                () -> Map.of("used_memory_bytes", 1.0, "evicted_keys_total", 0.0)))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining("must bound a series that the driver reports")
        .hasMessageContaining("did you mean 'redis.used_memory_bytes'?");
  }

  @ParameterizedTest
  @CsvSource({
    "redis.used_memory_bytes<10m",
    "redis.evicted_keys/s<1",
    "redis.evicted_keys_total<1"
  })
  void aSeriesIsNamedAsItIsReadOrAsItIsShown(String slo) throws Exception {
    ReportedFigures.requireSeries(
        SloText.parseAll(slo),
        "redis",
        () -> Map.of("used_memory_bytes", 1.0, "evicted_keys_total", 0.0));
    assertThat(SloText.parseAll(slo).getFirst().isOnTelemetry()).isTrue();
  }

  @Test
  void aSearchFindsTheLoadThatASeriesAllows() throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    RunRequest request =
        RunRequest.of(
            QUEUE,
            Map.of(
                "slo",
                "sim.queue_seconds<100ms",
                "rate",
                "500",
                "trial",
                "2s",
                "longest-trial",
                "4s",
                "telemetry-every",
                "1s",
                "timeout",
                "10s",
                "seed",
                "3"));
    Search search =
        Search.prepare(
            TuneResolver.resolve(request, drivers), drivers, List.of(), new VirtualClock());
    search.run().execute();
    TuneResult result = search.result(true);
    assertThat(result.outcome().line().kind()).isEqualTo(LineKind.FOUND);
    assertThat(result.outcome().line().load()).isCloseTo(1_000, within(80.0));
  }

  @Test
  void aSearchNeedsAReadingInEachTrial() {
    Drivers drivers = Drivers.of(new SimDriver());
    RunRequest request =
        RunRequest.of(QUEUE, Map.of("slo", "sim.queue_seconds<100ms", "trial", "1s"));
    assertThatThrownBy(() -> TuneResolver.resolve(request, drivers))
        .hasMessageContaining("telemetry-every: must be at most trial in a search");
  }

  private static Map<String, String> values(String slo) {
    return Map.of(
        "rate",
        "1100",
        "for",
        "10s",
        "warmup",
        "0",
        "slo",
        slo,
        "telemetry-every",
        "1s",
        "timeout",
        "1m");
  }
}
