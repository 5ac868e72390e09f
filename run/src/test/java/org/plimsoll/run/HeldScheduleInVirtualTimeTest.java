package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.TuneResolver;

/**
 * Tests a rate that is a cap: {@code when-full hold}. Four workers, each with an operation of 10
 * ms, answer 400 operations per second.
 */
class HeldScheduleInVirtualTimeTest extends VirtualRuns {
  private static final String TARGET = "sim:?service=constant(10ms)";
  private static final double CAPACITY = 400;

  @ParameterizedTest
  @CsvSource({
    "paced, 100000, 100k",
    "paced, 100000, 16",
    "paced, 100000, 1",
    "paced, 100000, 0",
    "paced, 410, 16",
    "open, 100000, 16"
  })
  void allOperationsAreCarriedOutAboveCapacity(String model, String rate, String backlog)
      throws Exception {
    Map<String, String> values = values(model, rate);
    values.put("ops", "20k");
    values.put("max-backlog", backlog);
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().scheduled()).isEqualTo(20_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(20_000);
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
    assertThat(seconds(summary.elapsedNanos())).isCloseTo(20_000 / CAPACITY, within(0.05));
    assertThat(summary.figures().throughputPerSecond()).isCloseTo(CAPACITY, within(1.0));
    assertThat(summary.figures().elsewhere()).isEqualTo(Summary.Elsewhere.NONE);
  }

  /** The last operation was due after 0.2 s, and is answered after 50 s. */
  @Test
  void responseTimesCountFromTheIntendedStart() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("ops", "20k");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(known(response(summary).max()) / 1e9).isCloseTo(50 - 0.2, within(0.2));
    assertThat(known(response(summary).percentiles().p50()) / 1e9).isCloseTo(24.9, within(0.2));
    assertThat(known(summary.all().serviceNanos().max())).isCloseTo(10_000_000L, within(20_000L));
  }

  @ParameterizedTest
  @CsvSource({"100k, 100k", "100k, 16", "410, 16"})
  void theGeneratorIsNotLateBecauseTheScheduleIsHeld(String rate, String backlog) throws Exception {
    Map<String, String> values = values("paced", rate);
    values.put("ops", "20k");
    values.put("max-backlog", backlog);
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.verdict().findings())
        .extracting(Summary.Finding::code)
        .containsOnlyOnce(FindingCode.WORKERS_RAN_OUT)
        .doesNotContain(
            FindingCode.GENERATOR_LATE,
            FindingCode.SCHEDULE_MISSED,
            FindingCode.ARRIVAL_LAW,
            FindingCode.ACCOUNTING_DISAGREES);
    assertThat(known(summary.generator().scheduleAdherence())).isEqualTo(1.0);
    assertThat(known(known(summary.figures().waitNanos().get("generator")).max())).isZero();
  }

  @Test
  void belowCapacityTheScheduleIsKept() throws Exception {
    Map<String, String> values = values("paced", "200");
    values.put("ops", "2k");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(2_000);
    assertThat(seconds(summary.elapsedNanos())).isCloseTo(10, within(0.02));
    assertThat(known(response(summary).max())).isCloseTo(10_000_000L, within(20_000L));
    assertThat(summary.verdict().findings()).isEmpty();
  }

  /** The deadline counts from the sending, so that only what the target does not answer counts. */
  @Test
  void aTimeoutCountsFromTheSending() throws Exception {
    Map<String, String> values = values("paced", "10k");
    values.put("ops", "500");
    values.put("timeout", "5ms");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().errors().timedOut()).isEqualTo(500);
    assertThat(summary.accounting().errors().notSent()).isZero();
    assertThat(summary.accounting().scheduled()).isEqualTo(500);
  }

  @Test
  void theTimeEndsALoadWhoseOperationsWait() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("for", "5s");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().answered().succeeded()).isCloseTo(2_000, within(8L));
    assertThat(summary.accounting().scheduled())
        .isEqualTo(summary.accounting().answered().succeeded());
    assertThat(seconds(summary.elapsedNanos())).isEqualTo(5.0);
    assertThat(seconds(summary.figures().elsewhere().drainNanos())).isLessThan(0.05);
  }

  @ParameterizedTest
  @CsvSource({
    "paced, 5s, 20k, 5, 2000", "paced, 60s, 1k, 2.5, 1000",
    "closed, 5s, 20k, 5, 2000", "closed, 60s, 1k, 2.5, 1000",
    "open, 5s, 20k, 5, 2000", "open, 60s, 1k, 2.5, 1000",
  })
  void theFirstOfTimeAndNumberEndsTheMeasurement(
      String model, String time, String operations, double seconds, long answered)
      throws Exception {
    Map<String, String> values = values(model, "1k");
    values.put("for", time);
    values.put("ops", operations);
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().answered().succeeded()).isCloseTo(answered, within(8L));
    assertThat(seconds(summary.elapsedNanos())).isCloseTo(seconds, within(0.05));
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
  }

  @Test
  void aStopEndsALoadWhoseOperationsWait() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("ops", "1m");
    Summary summary = run(TARGET, values, run -> at(3_000, run::stop));

    assertThat(summary.accounting().answered().succeeded()).isCloseTo(1_200, within(8L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
  }

  @Test
  void operationsOfTheWarmUpDoNotWaitIntoTheMeasurement() throws Exception {
    Map<String, String> values = values("paced", "10k");
    values.put("warmup", "5s");
    values.put("ops", "4k");
    values.put("max-backlog", "16");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(4_000);
    assertThat(seconds(summary.elapsedNanos())).isCloseTo(10, within(0.05));
    assertThat(known(response(summary).min()) / 1e9).isLessThan(0.05);
  }

  @Test
  void anAbortEndsALoadWhoseOperationsWait() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("ops", "1m");
    Summary summary = run(TARGET, values, run -> at(3_000, run::abort));

    assertThat(summary.accounting().answered().succeeded()).isCloseTo(1_200, within(8L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().unfinished()).isLessThanOrEqualTo(4);
  }

  /** What was held back until the change neither expires nor is sent in a burst. */
  @Test
  void aChangeToWaitingShedsAndExpiresAgain() throws Exception {
    Map<String, String> values = values("paced", "1k");
    values.put("for", "20s");
    values.put("timeout", "1s");
    Summary summary =
        steered(
            RunRequest.of(TARGET, values),
            control -> at(10_000, () -> control.change(Map.of("when-full", "wait"), "ada")));

    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().errors().notSent()).isGreaterThan(1_000);
    assertThat(summary.accounting().scheduled()).isCloseTo(4_000 + 10_000, within(300L));
  }

  @Test
  void aChangeToHoldingEndsTheLosses() throws Exception {
    Map<String, String> values = values("paced", "1k");
    values.put("for", "20s");
    values.put("timeout", "1s");
    values.put("when-full", "wait");
    steered(
        RunRequest.of(TARGET, values),
        control -> at(10_000, () -> control.change(Map.of("when-full", "hold"), "ada")));

    assertThat(intervals().subList(12, 20))
        .allSatisfy(second -> {
          assertThat(second.figures().accounting().errors()).isEqualTo(Accounting.Errors.NONE);
          assertThat(second.figures().accounting().answered().succeeded())
              .isCloseTo(400, within(8L));
        });
  }

  /** What a former, higher rate has left is no debt. */
  @Test
  void aLowerCapHoldsAtOnce() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("for", "10s");
    steered(
        RunRequest.of(TARGET, values),
        control -> at(5_000, () -> control.change(Map.of("rate", "100"), "ada")));

    assertThat(scheduledIn(5)).isCloseTo(400, within(8L));
    assertThat(scheduledIn(6)).isLessThan(400);
    for (int second = 7; second <= 10; second++) {
      assertThat(scheduledIn(second)).isCloseTo(100, within(2L));
    }
  }

  @Test
  void aPauseEndsALoadWhoseOperationsWait() throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("for", "10s");
    steered(
        RunRequest.of(TARGET, values),
        control -> {
          at(5_000, () -> control.run().change(new Switches(false, false), "ada"));
          at(8_000, () -> control.run().change(Switches.ON, "ada"));
        });

    assertThat(scheduledIn(7)).isZero();
    assertThat(scheduledIn(8)).isZero();
    assertThat(scheduledIn(9)).isCloseTo(400, within(8L));
  }

  @ParameterizedTest
  @CsvSource({"16, 100k", "100k, 16", "16, 0", "0, 16"})
  void theBacklogMayChangeWhileTheScheduleIsHeld(String before, String after) throws Exception {
    Map<String, String> values = values("paced", "100k");
    values.put("ops", "4k");
    values.put("max-backlog", before);
    Summary summary =
        steered(
            RunRequest.of(TARGET, values),
            control -> at(5_000, () -> control.change(Map.of("max-backlog", after), "ada")));

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(4_000);
    assertThat(seconds(summary.elapsedNanos())).isCloseTo(10, within(0.05));
  }

  /** As {@code maxexecutiontime} does for a load of YCSB. */
  @ParameterizedTest
  @CsvSource({"0, 2000", "100k, 2000", "100, 500"})
  void aLimitOfTimeEndsAFill(String rate, long written) throws Exception {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("keys", "20k");
    values.put("fill", "all");
    values.put("fill-workers", "4");
    if (!rate.equals("0")) {
      values.put("fill-rate", rate);
    }
    List<String> told = new ArrayList<>();
    Summary summary =
        fill(
            TARGET,
            values,
            run -> run.limitFill(Duration.ofSeconds(5), "limit", () -> told.add("reached")));

    assertThat(summary.accounting().answered().succeeded()).isCloseTo(written, within(8L));
    assertThat(summary.accounting().errors()).isEqualTo(Accounting.Errors.NONE);
    assertThat(summary.verdict().findings()).isEmpty();
    assertThat(told).containsExactly("reached");
    assertThat(changes())
        .extracting(RunEvent.Change::who, RunEvent.Change::parameter, RunEvent.Change::after)
        .containsExactly(tuple("limit", "fill", "off"));
  }

  /** A fill with a rate writes every key, however late. */
  @Test
  void aFillAboveCapacityWritesEveryKey() throws Exception {
    Map<String, String> values = values("paced", "100");
    values.put("ops", "10");
    values.put("keys", "20k");
    values.put("fill", "all");
    values.put("fill-rate", "100k");
    values.put("fill-workers", "4");
    values.put("max-backlog", "100");
    values.put("mix", "read=1");
    Summary summary = run(TARGET, values, run -> {});

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(10);
    long filled =
        intervals().stream()
            .filter(each -> each.window().phase() == org.plimsoll.result.Phase.FILL)
            .mapToLong(each -> each.figures().accounting().answered().succeeded())
            .sum();
    assertThat(filled).isEqualTo(20_000);
  }

  @Test
  void aSearchNeedsTheWholeRate() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("when-full", "hold");
    values.put("slo", "p99<10ms");

    assertThatThrownBy(
            () -> TuneResolver.resolve(RunRequest.of("sim:", values), Drivers.of(new SimDriver())))
        .hasMessageContaining("when-full: must be wait or shed in a search");
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private static Map<String, String> values(String model, String rate) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("model", model);
    values.put("warmup", "0s");
    if (model.equals("open")) {
      values.put("max-in-flight", "4");
    } else {
      values.put("workers", "4");
    }
    if (!model.equals("closed")) {
      values.put("rate", rate);
      values.put("when-full", "hold");
    }
    return values;
  }
}
