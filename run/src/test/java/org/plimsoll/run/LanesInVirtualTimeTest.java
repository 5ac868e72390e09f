package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;

/** Tests operations with their own workers or rates. */
class LanesInVirtualTimeTest extends VirtualRuns {
  @Test
  void eachOperationHasItsOwnWorkers() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(10ms)",
            Map.of("workers", "read=3,update=1", "for", "10s", "warmup", "0"),
            run -> {});

    assertThat(count(summary, "read")).isEqualTo(3_000);
    assertThat(count(summary, "update")).isEqualTo(1_000);
    assertThat(target.count(OperationType.READ)).isEqualTo(3_000);
    assertThat(target.count(OperationType.UPDATE)).isEqualTo(1_000);
  }

  @Test
  void aLiveChangeOfOneOperationsWorkersChangesOnlyThatOne() throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:?service=constant(10ms)",
            Map.of("workers", "read=3,update=1", "for", "10s", "warmup", "0"),
            run ->
                at(
                    4_995,
                    () ->
                        run.change(
                            withLane(run.parameters(), "read", lane -> workers(lane, 6)), "test")));

    assertThat(count(summary, "read")).isEqualTo(3_000 + 3 * 501);
    assertThat(count(summary, "update")).isEqualTo(1_000);
    assertThat(target.count()).isEqualTo(summary.accounting().scheduled());
    assertThat(secondsOf("update").subList(1, 9)).containsOnly(100.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "paced"})
  void eachOperationHasItsOwnRate(String model) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary = run(target, "sim:", rates(model), run -> {});

    assertThat(count(summary, "read")).isEqualTo(8_000);
    assertThat(count(summary, "update")).isEqualTo(2_000);
    assertThat(target.count(OperationType.READ)).isEqualTo(8_000);
    assertThat(target.count(OperationType.UPDATE)).isEqualTo(2_000);
    assertThat(secondsOf("read")).containsOnly(800.0);
    assertThat(secondsOf("update")).containsOnly(200.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "paced"})
  void aLiveChangeOfOneOperationsRateChangesOnlyThatOne(String model) throws Exception {
    WatchedDriver target = WatchedDriver.counting();
    Summary summary =
        run(
            target,
            "sim:",
            rates(model),
            run ->
                at(
                    5_000,
                    () ->
                        run.change(
                            withLane(run.parameters(), "read", lane -> rate(lane, 1_600)),
                            "test")));

    assertThat(count(summary, "read")).isEqualTo(4_000 + 8_000);
    assertThat(count(summary, "update")).isEqualTo(2_000);
    assertThat(target.count()).isEqualTo(summary.accounting().scheduled()).isEqualTo(14_000);
    assertThat(secondsOf("read").subList(0, 5)).containsOnly(800.0);
    assertThat(secondsOf("read").subList(5, 10)).containsOnly(1_600.0);
    assertThat(secondsOf("update")).containsOnly(200.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"open", "paced"})
  void aSlowOperationDoesNotDelayAnother(String model) throws Exception {
    WatchedDriver target = WatchedDriver.withSlowUpdates(500);
    Summary summary = run(target, "sim:?service=constant(1ms)", rates(model), run -> {});

    OperationSummary read = known(summary.figures().operations().get("read"));
    assertThat(read.counts().answered()).isEqualTo(8_000);
    assertThat(known(read.responseNanos()).max()).isLessThan(2_000_000L);
  }

  private static Map<String, String> rates(String model) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("rate", "read=800,update=200");
    values.put("for", "10s");
    values.put("warmup", "0");
    if (model.equals("paced")) {
      values.put("model", "paced");
      values.put("workers", "read=20,update=5");
    }
    return values;
  }

  private static long count(Summary summary, String operation) {
    return known(summary.figures().operations().get(operation)).counts().answered();
  }

  private List<Double> secondsOf(String operation) {
    return intervals().stream()
        .filter(interval -> interval.window().phase() == Phase.MEASURE)
        .map(
            interval -> known(interval.figures().operations().get(operation)).throughputPerSecond())
        .toList();
  }

  private static Parameters.Lane rate(Parameters.Lane lane, double ratePerSecond) {
    return new Parameters.Lane(lane.name(), lane.mix(), ratePerSecond, lane.workers());
  }

  private static Parameters.Lane workers(Parameters.Lane lane, int workers) {
    return new Parameters.Lane(lane.name(), lane.mix(), lane.rate(), workers);
  }

  private static Parameters withLane(
      Parameters old, String name, UnaryOperator<Parameters.Lane> change) {
    return new Parameters(
        old.model(),
        old.lanes().stream()
            .map(lane -> lane.name().equals(name) ? change.apply(lane) : lane)
            .toList(),
        old.arrivals(),
        old.timeoutNanos(),
        old.bound(),
        old.workload());
  }
}
