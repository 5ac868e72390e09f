package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Tests the whole engine in virtual time, on one thread, against targets with known behavior. */
class RunInVirtualTimeTest extends VirtualRuns {
  private static final double MILLI = 1e6;

  @ParameterizedTest
  @ValueSource(strings = {"open", "paced"})
  void aStallOfOneSecondHasTheLatencyOfQueueingTheory(String model) throws Exception {
    Map<String, String> values = new LinkedHashMap<>(Map.of("rate", "1000", "for", "90s"));
    if (model.equals("paced")) {
      values.put("workers", "1500");
      values.put("model", "paced");
    }
    values.put("warmup", "0");
    Summary summary =
        run("sim:?max-throughput=1250&stall-after=30s&stall-for=1s", values, run -> {});

    Latency response = response(summary);
    assertThat(known(response.mean()).doubleValue() / MILLI).isCloseTo(27.8, within(0.2));
    assertThat(known(response.percentiles().p99()).doubleValue() / MILLI)
        .isCloseTo(820, within(5.0));
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(90_000);
  }

  @Test
  void aLackOfPacedWorkersIsAFindingAndPartOfTheResponseTime() throws Exception {
    Summary summary =
        run(
            "sim:?max-throughput=1250&stall-after=30s&stall-for=1s",
            Map.of("rate", "1000", "workers", "16", "model", "paced", "for", "90s", "warmup", "0"),
            run -> {});

    assertThat(known(response(summary).mean()).doubleValue() / MILLI).isCloseTo(27.8, within(1.0));
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::code)
        .contains(FindingCode.WORKERS_RAN_OUT);
    assertThat(summary.verdict().validity()).isEqualTo(Validity.SUSPECT);
  }

  @Test
  void everyOperationIsAccountedForWhenTheTargetNeverAnswersInTime() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1h)",
            Map.of("rate", "2000", "for", "20s", "timeout", "1s", "max-in-flight", "500"),
            run -> {});

    Accounting accounting = summary.accounting();
    assertThat(accounting.scheduled()).isEqualTo(40_000);
    assertThat(accounting.ended()).isEqualTo(40_000);
    assertThat(accounting.errors().timedOut()).isEqualTo(10_000);
    assertThat(accounting.errors().notSent()).isEqualTo(30_000);
    assertThat(response(summary).percentiles().p50()).isNull();
    assertThat(response(summary).missing().censored()).contains("p50", "p99");
  }

  @Test
  void discardingAStalledSessionFailsNoOperation() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1h)",
            Map.of("rate", "100", "for", "5s", "timeout", "1s", "warmup", "0"),
            run -> {});

    assertThat(summary.accounting().scheduled()).isEqualTo(500);
    assertThat(summary.accounting().errors().timedOut()).isEqualTo(500);
  }

  @Test
  void anAnswerAfterTheDeadlineIsNoSuccess() throws Exception {
    Summary summary =
        run(
            "sim:?service=exponential(10ms)",
            Map.of("rate", "1000", "for", "10s", "max-in-flight", "5", "timeout", "1s"),
            run -> {});

    assertThat(summary.accounting().errors().notSent()).isPositive();
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    // Histograms have three significant digits.
    assertThat(intervals())
        .allMatch(interval ->
            known(interval.figures().operations().get("all")).responseNanos().max() < 1_001e6);
  }

  @Test
  void aRunThatWasStoppedBeforeItsMeasurementIsInvalid() throws Exception {
    Summary summary =
        run(
            "sim:",
            Map.of("rate", "1000", "for", "10s", "warmup", "10s"),
            run -> at(1_000, run::stop));

    assertThat(summary.accounting().scheduled()).isZero();
    assertThat(summary.verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(summary.verdict().has(FindingCode.NOTHING_MEASURED)).isTrue();
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::text)
        .contains("The run was stopped before its measurement.");
  }

  @Test
  void anInvalidChangeIsRefusedAndTheRunContinues() throws Exception {
    OperationType unknown = new OperationType("teleport", OperationType.Side.WRITES, false, false);
    Summary summary =
        run(
            "sim:",
            Map.of("rate", "1000", "for", "4s", "warmup", "0", "mix", "read=1"),
            run ->
                at(
                    2_000,
                    () -> {
                      assertThatThrownBy(() -> run.change(withLane(run, unknown, 1000), "test"))
                          .hasMessageContaining("teleport");
                      assertThatThrownBy(
                              () -> run.change(withLane(run, OperationType.READ, 0), "test"))
                          .hasMessageContaining("rate: must be above 0");
                    }));

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(4_000);
  }

  private static Parameters withLane(Run run, OperationType type, double ratePerSecond) {
    Parameters now = run.parameters();
    return new Parameters(
        now.model(),
        List.of(
            new Parameters.Lane("all", List.of(new Parameters.Weight(type, 1)), ratePerSecond, 0)),
        now.arrivals(),
        now.timeoutNanos(),
        now.bound(),
        now.workload());
  }

  @Test
  void arrivalsAtTheBoundAreShedWhenTheSpecSaysSo() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(100ms)",
            Map.of(
                "rate",
                "1000",
                "for",
                "10s",
                "max-in-flight",
                "50",
                "when-full",
                "shed",
                "warmup",
                "0"),
            run -> {});

    assertThat(summary.accounting().errors().shed()).isCloseTo(5_000, within(60L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::code)
        .contains(FindingCode.LOAD_NOT_OPEN);
    assertThat(response(summary).percentiles().p99()).isNull();
  }

  @Test
  void failuresAreCountedByCodeAndDoNotImproveAPercentile() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(10ms)&error-rate=0.2",
            Map.of("rate", "1000", "for", "10s"),
            run -> {});

    Summary.OperationSummary all = known(summary.figures().operations().get("all"));
    long injected = known(all.failures().get("injected"));
    assertThat(injected).isBetween(1_800L, 2_200L);
    assertThat(all.counts().answered() + injected).isEqualTo(10_000);
    assertThat(response(summary).min()).isGreaterThanOrEqualTo(9_990_000L);
  }

  @Test
  void aLiveChangeOfRateMakesNeitherBurstNorGap() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("rate", "1000", "for", "10s", "warmup", "0"),
            run -> at(5_000, () -> run.change(withRate(run.parameters(), 4_000), "test")));

    assertThat(summary.accounting().scheduled()).isCloseTo(25_000, within(2L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(scheduledIn(4)).isCloseTo(1_000, within(2L));
    assertThat(scheduledIn(6)).isCloseTo(4_000, within(2L));
    assertThat(response(summary).max()).isLessThan(2_000_000L);
  }

  @Test
  void workersCanBeAddedAndRemovedDuringTheRun() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(10ms)",
            Map.of("workers", "10", "for", "9s", "warmup", "0"),
            run -> {
              at(3_000, () -> run.change(withWorkers(run.parameters(), 40), "test"));
              at(6_000, () -> run.change(withWorkers(run.parameters(), 5), "test"));
            });

    assertThat(scheduledIn(2)).isCloseTo(1_000, within(20L));
    assertThat(scheduledIn(5)).isCloseTo(4_000, within(80L));
    assertThat(scheduledIn(8)).isCloseTo(500, within(20L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
  }

  @Test
  void liveChangesOfTheWorkloadLoseNoOperation() throws Exception {
    Summary summary =
        run(
            "sim:?service=exponential(2ms)",
            Map.of("rate", "5000", "for", "10s", "warmup", "0", "mix", "read=1"),
            run ->
                at(
                    4_000,
                    () ->
                        run.change(
                            withWorkload(
                                run.parameters(),
                                old ->
                                    new WorkloadSpec(
                                        new WorkloadSpec.Keys(
                                            old.keys().first(),
                                            50,
                                            new KeyDistributionSpec.Zipfian(1.2),
                                            old.keys().form()),
                                        new WorkloadSpec.Rows(
                                            new Distribution.Constant(
                                                (int) old.rows().fields().maximum()),
                                            new Distribution.Uniform(1, 4_000),
                                            old.rows().compressibility(),
                                            old.rows().values()),
                                        old.scanLength(),
                                        old.bulkSize(),
                                        old.verify(),
                                        old.ignoreMissing())),
                            "test")));

    assertThat(summary.accounting().scheduled()).isEqualTo(50_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(50_000);
  }

  @Test
  void theSameSeedGivesTheSameRun() throws Exception {
    Map<String, String> values =
        Map.of("rate", "1000", "arrivals", "poisson", "for", "10s", "seed", "7");
    Summary first = run("sim:?service=exponential(3ms)", values, run -> {});
    Summary second =
        new RunInVirtualTimeTest().run("sim:?service=exponential(3ms)", values, run -> {});

    assertThat(second.figures().operations()).isEqualTo(first.figures().operations());
    assertThat(second.accounting()).isEqualTo(first.accounting());
  }

  @Test
  void theWarmUpIsRecordedSeparately() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("rate", "1000", "for", "5s", "warmup", "3s"),
            run -> {});

    assertThat(summary.accounting().scheduled()).isEqualTo(5_000);
    assertThat(summary.elapsedNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  void aNumberOfOperationsEndsARunExactly() throws Exception {
    for (Map<String, String> load : List.of(Map.of("rate", "1000"), Map.of("workers", "7"))) {
      Map<String, String> values = new LinkedHashMap<>(load);
      values.put("ops", "12345");
      Summary summary = run("sim:?service=constant(1ms)", values, run -> {});
      assertThat(summary.accounting().scheduled()).isEqualTo(12_345);
      assertThat(summary.accounting().answered().succeeded()).isEqualTo(12_345);
    }
  }

  @Test
  void stoppingWaitsForOperationsInFlight() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(500ms)",
            Map.of("rate", "1000", "forever", "true", "warmup", "0"),
            run -> at(3_000, run::stop));

    assertThat(summary.accounting().scheduled()).isCloseTo(3_000, within(2L));
    assertThat(summary.accounting().answered().succeeded())
        .isEqualTo(summary.accounting().scheduled());
    assertThat(summary.elapsedNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
  }

  @Test
  void abortingCountsOperationsInFlightAsUnfinished() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(500ms)",
            Map.of("rate", "1000", "forever", "true", "warmup", "0"),
            run -> at(3_000, run::abort));

    assertThat(summary.accounting().unfinished()).isCloseTo(500, within(2L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
  }

  private static Parameters withRate(Parameters old, double rate) {
    return withLane(old, lane -> new Parameters.Lane(lane.name(), lane.mix(), rate, 0));
  }

  private static Parameters withWorkers(Parameters old, int workers) {
    return withLane(old, lane -> new Parameters.Lane(lane.name(), lane.mix(), 0, workers));
  }

  private static Parameters withLane(Parameters old, UnaryOperator<Parameters.Lane> change) {
    return new Parameters(
        old.model(),
        List.of(change.apply(old.lanes().getFirst())),
        old.arrivals(),
        old.timeoutNanos(),
        old.bound(),
        old.workload());
  }

  private static Parameters withWorkload(Parameters old, UnaryOperator<WorkloadSpec> change) {
    return new Parameters(
        old.model(),
        old.lanes(),
        old.arrivals(),
        old.timeoutNanos(),
        old.bound(),
        change.apply(old.workload()));
  }
}
