package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LiveSlo;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.TargetHealth;

/** A target that gives no answer is reported while it happens, and so is a missed objective. */
class StalledTargetInVirtualTimeTest extends VirtualRuns {
  private static final double SECOND = 1e9;
  private static final String STALLS = "sim:?service=1ms&stall-after=10s&stall-for=3s";

  @ParameterizedTest
  @ValueSource(strings = {"open", "paced", "closed"})
  void aStallIsAnEventWithItsStartAndOneWithItsLength(String model) throws Exception {
    run(STALLS, values(model), run -> {});

    List<RunEvent> stalls = events(EventKind.STALL);
    assertThat(stalls).hasSize(2);
    assertThat(stalls.getFirst().text()).startsWith("the target has not answered since 0:10");
    assertThat(period(stalls.getFirst()).sinceNanos() / SECOND).isCloseTo(10, within(0.05));
    assertThat(period(stalls.getFirst()).lengthNanos()).isNull();
    assertThat(stalls.getLast().text()).startsWith("the target answers again after 3.0");
    assertThat(known(period(stalls.getLast()).lengthNanos()) / SECOND).isCloseTo(3, within(0.1));
  }

  @Test
  void eachSecondOfAStallHasItsStart() throws Exception {
    run(STALLS, values("open"), run -> {});

    assertThat(health(10).isStalled()).isFalse();
    for (int second = 12; second <= 13; second++) {
      assertThat(known(health(second).noAnswerSinceNanos()) / SECOND).isCloseTo(10, within(0.05));
    }
    assertThat(health(14).isStalled()).isFalse();
  }

  @Test
  void aStallThatLastsUntilTheEndHasAnEnd() throws Exception {
    run(
        "sim:?service=1ms&stall-after=10s&stall-for=1h",
        Map.of("rate", "1000", "warmup", "0s", "for", "15s", "timeout", "2s"),
        run -> {});

    assertThat(events(EventKind.STALL))
        .hasSize(2)
        .last()
        .satisfies(event -> assertThat(event.text()).contains("until the load ended"));
  }

  @Test
  void aSlowTargetIsNotAStalledOne() throws Exception {
    run(
        "sim:?service=2500ms",
        Map.of("model", "closed", "workers", "1", "warmup", "0s", "for", "60s"),
        run -> {});

    // Nothing is known of it before its first answer.
    assertThat(events(EventKind.STALL)).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void aLoadWithoutOperationsIsNotStalled() throws Exception {
    run("sim:?service=1ms", Map.of("rate", "0.2", "warmup", "0s", "for", "60s"), run -> {});

    assertThat(events(EventKind.STALL)).isEmpty();
  }

  @Test
  void anObjectiveIsMissedWithinTwoSecondsOfAStallAndMetAfterTheWindow() throws Exception {
    run(STALLS, values("open"), run -> {});

    List<RunEvent> told = events(EventKind.SLO);
    assertThat(told).hasSize(2);
    assertThat(told.getFirst().text()).startsWith("p99<20ms is missed: > ");
    assertThat(told.getFirst().atNanos() / SECOND).isBetween(11.0, 12.1);
    assertThat(told.getLast().text()).startsWith("p99<20ms is met again after ");

    assertThat(slo(9).result()).isEqualTo(SloOutcome.PASSED);
    assertThat(known(slo(9).observed()) / SECOND).isCloseTo(0.001, within(0.0005));
    LiveSlo during = slo(13);
    assertThat(during.result()).isEqualTo(SloOutcome.FAILED);
    assertThat(during.observedAbove()).isNotNull();
    assertThat(during.firstMissedNanos()).isEqualTo(told.getFirst().atNanos());
    LiveSlo after = slo(29);
    assertThat(after.result()).isEqualTo(SloOutcome.PASSED);
    assertThat(after.missedSinceNanos()).isNull();
    assertThat(after.firstMissedNanos()).isEqualTo(told.getFirst().atNanos());
  }

  @Test
  void objectivesOfThroughputAndErrorsAreJudgedOverTheWindow() throws Exception {
    run(
        STALLS,
        Map.of(
            "rate",
            "1000",
            "warmup",
            "0s",
            "for",
            "20s",
            "timeout",
            "1s",
            "slo",
            "throughput>900,errors<1%"),
        run -> {});

    assertThat(events(EventKind.SLO).stream().map(RunEvent::text))
        .anySatisfy(text -> assertThat(text).startsWith("throughput>900 is missed: "))
        .anySatisfy(text -> assertThat(text).startsWith("errors<1% is missed: "));
  }

  private Map<String, String> values(String model) {
    Map<String, String> values =
        new HashMap<>(Map.of("model", model, "warmup", "0s", "for", "30s"));
    values.put("slo", "p99<20ms");
    if (!model.equals("closed")) {
      values.put("rate", "1000");
      values.put("timeout", "10s");
    }
    if (!model.equals("open")) {
      values.put("workers", "100");
    }
    return values;
  }

  private TargetHealth health(int second) {
    Interval interval = intervals().get(second - 1);
    return known(interval.verdict().target());
  }

  private LiveSlo slo(int second) {
    return health(second).slos().getFirst();
  }

  private List<RunEvent> events(EventKind kind) {
    return events().stream().filter(event -> event.kind() == kind).toList();
  }

  private static RunEvent.Period period(RunEvent event) {
    return Objects.requireNonNull(event.period());
  }
}
