package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Phase;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.settings.RunRequest;

/** Tests a probe in parallel with the load. */
class ProbeInVirtualTimeTest extends VirtualRuns {
  @Test
  void theProbeMeasuresTheQueueThatAClosedLoadKeepsFull() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?max-throughput=1000",
            Map.of("workers", "50", "mix", "update=1", "probe", "10/s", "for", "20s", "seed", "1"),
            run -> {});

    ScenarioSummary probe = known(summary.details().probe());
    // 50 operations of 1 ms each are always queued, and sometimes one of the probe.
    Latency response = known(probe.figures().all().responseNanos());
    assertThat(known(response.percentiles().p50()).doubleValue() / 1e6).isCloseTo(50, within(1.1));
    assertThat(known(response.min()).doubleValue() / 1e6).isCloseTo(50, within(1.1));
    assertThat(known(response.max()).doubleValue() / 1e6).isBetween(49.0, 56.0);
    assertThat(known(response.percentiles().p50()).doubleValue())
        .isCloseTo(known(summary.all().serviceNanos().percentiles().p50()), withinPercentage(2));
    long probed = probe.figures().accounting().scheduled();
    assertThat(probed).isBetween(150L, 250L);
    assertThat(probe.figures().accounting().answered().succeeded()).isEqualTo(probed);
    assertThat(probe.figures().load()).isEqualTo(new Summary.LoadInfo("open", 10.0, null));

    assertThat(summary.all().responseNanos()).isNull();
    assertThat(summary.figures().load()).isEqualTo(new Summary.LoadInfo("closed", null, 50));
    assertThat(summary.details().scenarios()).isEmpty();
    assertThat(summary.figures().operations()).containsOnlyKeys("all", "update");
    // The server spends the rest of its time on the load.
    assertThat(summary.accounting().answered().succeeded()).isCloseTo(20_000 - probed, within(60L));
    assertThat(target.count(OperationType.READ)).isBetween(probed + 5, probed + 40);
  }

  @Test
  void theProbeDoesNotAffectTheAccountingOrOperationsOfTheLoad() throws Exception {
    Map<String, String> load =
        Map.of("rate", "1000", "arrivals", "poisson", "ops", "5000", "seed", "3");
    Summary alone = run("sim:?service=exponential(1ms)", load, run -> {});
    RunRequest watched =
        RunRequest.of("sim:?service=exponential(1ms)", load)
            .overriddenBy(
                RunRequest.of(null, Map.of("probe", "100", "probe-mix", "read=1,update=1")));
    ProbeInVirtualTimeTest fresh = new ProbeInVirtualTimeTest();
    Summary beside = fresh.run(new SimDriver(), watched, run -> {});

    assertThat(beside.accounting()).isEqualTo(alone.accounting());
    assertThat(beside.figures().operations()).isEqualTo(alone.figures().operations());
    assertThat(beside.elapsedNanos()).isEqualTo(alone.elapsedNanos());
    assertThat(alone.details().probe()).isNull();
    ScenarioSummary probe = known(beside.details().probe());
    assertThat(probe.figures().operations()).containsOnlyKeys("all", "read", "update");
    assertThat(probe.figures().accounting().scheduled())
        .isCloseTo(beside.elapsedNanos() / 10_000_000, within(90L));
    assertThat(probe.figures().accounting().scheduled())
        .isEqualTo(probe.figures().accounting().ended());
    assertThat(
            fresh.intervals().stream()
                .filter(interval -> interval.window().phase() != Phase.WARMUP)
                .map(interval -> known(interval.probe()))
                .map(LoadInterval::accounting)
                .mapToLong(Accounting::scheduled)
                .sum())
        .isEqualTo(probe.figures().accounting().scheduled());
  }

  @Test
  void objectivesCanReferToTheProbe() throws Exception {
    Summary summary =
        run(
            "sim:?max-throughput=1000",
            Map.of("workers", "50", "probe", "20", "slo", "probe/p50<10ms", "for", "5s"),
            run -> {});

    assertThat(summary.verdict().slo()).isEqualTo(SloOutcome.FAILED);
  }

  @Test
  void theProbesOperationsMustBeSupportedByTheDriver() {
    Map<String, String> values = Map.of("probe", "20", "probe-mix", "raed=1");
    assertThatThrownBy(() -> run("sim:", values, run -> {}))
        .hasMessage(
            "probe: mix: must name operations of the driver, was 'raed', did you mean 'read'?");
  }
}
