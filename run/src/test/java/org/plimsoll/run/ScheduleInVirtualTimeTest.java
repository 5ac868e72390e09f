package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SpecFile;

class ScheduleInVirtualTimeTest extends VirtualRuns {
  private static RunRequest request(String... more) {
    RunRequest request =
        RunRequest.of("sim:?service=constant(1ms)", Map.of("rate", "100", "warmup", "0"));
    for (int i = 0; i < more.length; i += 2) {
      request = request.overriddenBy(RunRequest.of(null, Map.of(more[i], more[i + 1])));
    }
    return request;
  }

  /** Three days of sixty seconds each. */
  @Test
  void aScheduleCanModelADay() throws Exception {
    RunRequest spec =
        SpecFile.parse(
            """
            target: "sim:?service=constant(1ms)"
            rate: 100
            warmup: 5s
            for: 180s
            schedule:
              - at: 20s
                every: 60s
                rate: 500
              - {at: 40s, every: 60s, rate: 100, mix: "read=90, update=10"}
              - "at=50s every=60s rate="
            """,
            "day.yaml");
    Summary summary = steered(spec, RunRequest.empty(), _ -> {});

    for (int day = 0; day < 3; day++) {
      int begin = 5 + 60 * day; // after the warm-up
      assertThat(scheduledIn(begin + 19)).isCloseTo(100, within(1L));
      IntStream.of(22, 30, 40)
          .forEach(second -> assertThat(scheduledIn(begin + second)).isCloseTo(500, within(1L)));
      assertThat(scheduledIn(begin + 42)).isCloseTo(100, within(1L));
    }
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().scheduled()).isCloseTo(3 * (40 * 100 + 20 * 500), within(10L));
    assertThat(changes())
        .filteredOn(change -> change.parameter().equals("rate"))
        .hasSize(6)
        .startsWith(
            new RunEvent.Change("schedule", "rate", "100", "500"),
            new RunEvent.Change("schedule", "rate", "500", "100"));
    assertThat(warnings()).isEmpty();
  }

  @Test
  void timesCountFromTheStartOfTheMeasurement() throws Exception {
    steered(
        request("warmup", "3s", "for", "5s", "schedule", "at=2s rate=300; at=0 keys=50"),
        control ->
            assertThat(control.schedule().all())
                .extracting(ScheduledChanges.Entry::next)
                .containsOnlyNulls());

    assertThat(scheduledIn(5)).isCloseTo(100, within(1L));
    assertThat(scheduledIn(6)).isCloseTo(300, within(1L));
  }

  @Test
  void changesAreAddedListedAndRemovedWhileItRuns() throws Exception {
    steered(
        request("for", "10s"),
        control ->
            at(
                1_500,
                () -> {
                  ScheduledChanges schedule = control.schedule();
                  ScheduledChanges.Entry soon =
                      schedule.addIn(Duration.ofMillis(500), null, Map.of("rate", "200"), "ada");
                  ScheduledChanges.Entry later =
                      schedule.add(
                          control.run().startedAt().plusSeconds(4),
                          Duration.ofSeconds(2),
                          Map.of("rate", "400"),
                          "bob");
                  ScheduledChanges.Entry never =
                      schedule.addIn(Duration.ofSeconds(3), null, Map.of("rate", "900"), "eve");
                  assertThat(soon.next()).isEqualTo(control.run().startedAt().plusSeconds(2));
                  assertThat(schedule.all()).containsExactly(soon, later, never);
                  assertThat(schedule.remove(never.id())).isTrue();
                  assertThat(schedule.remove(never.id())).isFalse();
                  at(
                      3_700,
                      () ->
                          assertThat(schedule.all())
                              .singleElement()
                              .satisfies(each -> {
                                assertThat(each.id()).isEqualTo(later.id());
                                assertThat(each.who()).isEqualTo("bob");
                                assertThat(each.next())
                                    .isEqualTo(control.run().startedAt().plusSeconds(6));
                              }));
                }));

    assertThat(scheduledIn(2)).isCloseTo(100, within(1L));
    assertThat(scheduledIn(3)).isCloseTo(200, within(1L));
    assertThat(scheduledIn(5)).isCloseTo(400, within(1L));
    assertThat(scheduledIn(10)).isCloseTo(400, within(1L));
  }

  @Test
  void aRepeatedChangeCanStartInThePast() throws Exception {
    steered(
        request("for", "10s"),
        control ->
            at(
                1_000,
                () ->
                    control
                        .schedule()
                        .add(
                            control.run().startedAt().minusSeconds(9),
                            Duration.ofSeconds(6),
                            Map.of("rate", "200"),
                            "ada")));

    assertThat(scheduledIn(3)).isCloseTo(100, within(1L));
    assertThat(scheduledIn(4)).isCloseTo(200, within(1L));
  }

  @Test
  void aRefusedChangeIsAWarningAndTheNextOneIsApplied() throws Exception {
    steered(
        request(
            "for", "10s", "schedule", "at=2s workers=5; at=4s rate=300 ; at=6s mix=scan=1,zap=1"),
        _ -> {});

    assertThat(scheduledIn(5)).isCloseTo(300, within(1L));
    assertThat(warnings()).hasSize(2);
    assertThat(warnings().get(0)).startsWith("schedule: ").contains("workers");
    assertThat(warnings().get(1)).startsWith("schedule: ").contains("zap");
  }

  @Test
  void nullRevertsALiveChange() throws Exception {
    steered(
        request("for", "6s"),
        control -> {
          at(1_000, () -> control.change(Map.of("rate", "300"), "ada"));
          control
              .schedule()
              .addIn(Duration.ofSeconds(3), null, Collections.singletonMap("rate", null), "bob");
        });

    assertThat(scheduledIn(3)).isCloseTo(300, within(1L));
    assertThat(scheduledIn(5)).isCloseTo(100, within(1L));
  }

  @Test
  void impossibleChangesAreRefusedBeforeTheRun() {
    refused("at=5m", "must have a time and a parameter or an action");
    refused("rate=5k", "must have a time and a parameter or an action");
    refused("rate 5k", "must consist of words such as at=5m and rate=20k");
    refused("at=soon rate=5k", "at must be a duration such as 5m", "was 'soon'");
    refused("at=5m every=1ms rate=5k", "every must be a duration of at least 1s");
    refused("at=5m rate=5k rate=6k", "must contain each path once in a change");
    refused("at=5m raet=5k", "raet is not a parameter", "did you mean 'rate'");
    refused("at=5m rate=fast", "rate: must be operations per second");
    refused("at=5m warmup=1s", "warmup: cannot change during a run");
    refused(
        "at=2020-01-01T00:00:00Z rate=5k",
        "at must be in the future, or be given with" + " 'every'");
    refused("at=9999-01-01T00:00:00Z rate=5k", "within 100 years");
    refused(" ; ", "must be changes such as");
  }

  private void refused(String schedule, String... parts) {
    assertThatThrownBy(() -> steered(request("for", "10s", "schedule", schedule), _ -> {}))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageStartingWith("schedule: ")
        .hasMessageContainingAll(parts);
  }

  @Test
  void anEndedRunAcceptsNoChanges() throws Exception {
    RunControl[] kept = new RunControl[1];
    steered(request("for", "1s"), control -> kept[0] = control);

    assertThatThrownBy(
            () -> kept[0].schedule().addIn(Duration.ZERO, null, Map.of("rate", "5"), "ada"))
        .hasMessageContaining("needs a run in progress");
  }
}
