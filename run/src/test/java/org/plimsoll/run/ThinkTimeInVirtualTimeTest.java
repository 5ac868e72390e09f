package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Distribution;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.result.Summary;

/** Tests workers with a think time. */
class ThinkTimeInVirtualTimeTest extends VirtualRuns {
  /**
   * The interactive response time law: N workers perform N / (service + think) operations per
   * second.
   */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "20, 10ms, 90ms, 200",
        "20, 10ms, exponential(90ms), 200",
        "50, 0, \"uniform(0ms,500ms)\", 200",
        "1, 5ms, 15ms, 50",
        "300, 20ms, exponential(1s), 294.1"
      })
  void throughputIsWorkersOverServiceAndThinkTime(
      String workers, String service, String think, double perSecond) throws Exception {
    Summary summary =
        run("sim:?service=constant(" + service + ")", values(workers, think, "100s"), run -> {});

    double error = think.contains("(") ? 0.03 : 0.003;
    assertThat(summary.figures().throughputPerSecond())
        .isCloseTo(perSecond, within(perSecond * error));
    double serviceNanos = service.equals("0") ? 0 : Long.parseLong(service.replace("ms", "")) * 1e6;
    assertThat(known(summary.all().serviceNanos().mean()).doubleValue())
        .as("think time is no part of service time")
        .isCloseTo(serviceNanos, within(serviceNanos / 500 + 1));
    // Little's law for calls only: a thinking worker has no call in flight.
    assertThat(summary.generator().inFlightMean())
        .isCloseTo(summary.figures().throughputPerSecond() * serviceNanos / 1e9, within(0.05));
    assertThat(summary.verdict().findings()).isEmpty();
  }

  @Test
  void workersStartSpreadOverAThinkTime() throws Exception {
    run("sim:", values("1000", "10s", "10s"), run -> {});

    for (int second = 1; second <= 10; second++) {
      assertThat(scheduledIn(second)).isBetween(60L, 140L);
    }
  }

  @Test
  void fewerSessionsThanWorkersSufficeDuringThinkTimes() throws Exception {
    Map<String, String> values = values("1000", "exponential(10s)", "60s");
    values.put("sessions", "10");
    Summary summary = run("sim:?service=constant(10ms)", values, run -> {});

    assertThat(summary.figures().throughputPerSecond()).isCloseTo(99.9, within(6.0));
  }

  @Test
  void aLiveChangeAlsoAppliesToThinkingWorkers() throws Exception {
    run(
        "sim:?service=constant(1ms)",
        values("100", "1h", "10s"),
        run -> {
          at(2_000, () -> run.change(thinking(run.parameters(), 1_000), "test"));
          at(8_000, () -> run.change(thinking(run.parameters(), 0), "test"));
          at(8_010, () -> run.change(thinking(run.parameters(), 2_000), "test"));
        });

    assertThat(scheduledIn(2)).isLessThan(3);
    for (int second = 4; second <= 8; second++) {
      assertThat(scheduledIn(second)).isCloseTo(100, within(3L));
    }
    // Ten operations each without think time, then two seconds of think times that started
    // together.
    assertThat(scheduledIn(9)).isCloseTo(1_000, within(100L));
    assertThat(scheduledIn(10)).isZero();
  }

  @Test
  void theEndOfARunAndAStopDoNotWaitForThinkTimes() throws Exception {
    Summary ended = run("sim:", values("10", "1h", "2s"), run -> {});
    assertThat(ended.elapsedNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    Map<String, String> values = values("10", "100ms", "10s");
    values.remove("for");
    values.put("ops", "55");
    assertThat(run("sim:", values, run -> {}).accounting().scheduled()).isEqualTo(55);
    Summary stopped =
        run("sim:", values("10", "exponential(1h)", "10h"), run -> at(3_000, run::stop));
    assertThat(stopped.elapsedNanos()).isLessThan(TimeUnit.SECONDS.toNanos(4));
  }

  @Test
  void thinkTimeFollowsATimedOutOperation() throws Exception {
    Map<String, String> values = values("10", "900ms", "100s");
    values.put("timeout", "100ms");
    Summary summary = run("sim:?service=constant(10s)", values, run -> {});

    assertThat((double) summary.accounting().errors().timedOut()).isCloseTo(1_000, within(20.0));
  }

  @Test
  void onlyAClosedLoadHasThinkTime() {
    Map<String, String> open = new LinkedHashMap<>(Map.of("rate", "10", "think-time", "1s"));
    assertThatThrownBy(() -> run("sim:", open, run -> {}))
        .hasMessageStartingWith("think-time: must be given in a closed load only, was '1s'");
  }

  private static Parameters thinking(Parameters old, long millis) {
    return new Parameters(
        old.model(),
        old.lanes(),
        old.arrivals(),
        old.timeoutNanos(),
        old.bound(),
        old.workload(),
        new Distribution.Constant(TimeUnit.MILLISECONDS.toNanos(millis)));
  }

  private static Map<String, String> values(String workers, String think, String length) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("workers", workers);
    values.put("think-time", think);
    values.put("for", length);
    values.put("warmup", "0");
    values.put("seed", "5");
    return values;
  }
}
