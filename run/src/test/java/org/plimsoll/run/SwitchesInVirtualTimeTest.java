package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

class SwitchesInVirtualTimeTest extends VirtualRuns {
  private static final Switches OFF = new Switches(false, false);

  @Test
  void switchingWritesOffKeepsTheRateOfReads() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("rate", "1000", "mix", "read=80,update=20", "for", "9s", "warmup", "0"),
            run -> {
              at(3_000, () -> run.change(new Switches(true, false), "test"));
              at(6_000, () -> run.change(Switches.ON, "test"));
            });

    assertThat(scheduledIn(2)).isCloseTo(1_000, within(1L));
    assertThat(scheduledIn(5)).isCloseTo(800, within(1L));
    assertThat(intervals().get(4).figures().operations()).doesNotContainKey("update");
    assertThat(scheduledIn(8)).isCloseTo(1_000, within(1L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
    assertThat(summary.accounting().scheduled()).isCloseTo(8_400, within(2L));
  }

  @Test
  void aPausedOpenLoadContinuesWithoutABurst() throws Exception {
    for (String rate : new String[] {"1000", "sine(1000,500,4s)", "read=600,update=400"}) {
      Summary summary =
          run(
              "sim:?service=constant(1ms)",
              Map.of("rate", rate, "for", "12s", "warmup", "0"),
              run -> {
                at(4_000, () -> run.change(OFF, "test"));
                at(8_000, () -> run.change(Switches.ON, "test"));
              });

      assertThat(scheduledIn(6)).isZero();
      assertThat(summary.accounting().scheduled()).isCloseTo(8_000, within(4L));
      assertThat(response(summary).max()).isLessThan(2_000_000L);
      assertThat(intervals().get(6).figures().targetPerSecond()).isZero();
      assertThat(intervals().get(6).verdict().validity()).isEqualTo(Validity.VALID);
    }
  }

  @Test
  void aShapeContinuesAtItsCurrentTimeAfterAPause() throws Exception {
    run(
        "sim:?service=constant(1ms)",
        Map.of("rate", "ramp(0,1000,10s)", "for", "10s", "warmup", "0"),
        run -> {
          at(3_000, () -> run.change(OFF, "test"));
          at(8_000, () -> run.change(Switches.ON, "test"));
        });

    assertThat(scheduledIn(9)).isCloseTo(850, within(2L));
  }

  @Test
  void aClosedLoadThatIsPausedWaitsForItsWorkers() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(10ms)",
            Map.of("workers", "10", "for", "9s", "warmup", "0"),
            run -> {
              at(3_000, () -> run.change(OFF, "test"));
              at(6_000, () -> run.change(Switches.ON, "test"));
            });

    assertThat(scheduledIn(5)).isZero();
    assertThat(scheduledIn(8)).isCloseTo(1_000, within(20L));
    assertThat(summary.accounting().ended()).isEqualTo(summary.accounting().scheduled());
  }

  @Test
  void workersStopWithTheirSide() throws Exception {
    run(
        "sim:?service=constant(10ms)",
        Map.of("workers", "read=8,update=2", "for", "6s", "warmup", "0"),
        run -> at(3_000, () -> run.change(new Switches(false, true), "test")));

    assertThat(scheduledIn(2)).isCloseTo(1_000, within(20L));
    assertThat(scheduledIn(5)).isCloseTo(200, within(4L));
  }

  @Test
  void aPausedRunEndsOnTimeOrWhenStopped() throws Exception {
    for (String load : new String[] {"rate", "workers"}) {
      Summary paused =
          run(
              "sim:?service=constant(1ms)",
              Map.of(load, "10", "for", "5s", "warmup", "0"),
              run -> run.change(OFF, "test"));
      assertThat(paused.accounting().scheduled()).isZero();

      run(
          "sim:?service=constant(1ms)",
          Map.of(load, "10", "forever", "true", "warmup", "0"),
          run -> {
            at(2_000, () -> run.change(OFF, "test"));
            at(4_000, run::stop);
          });
      assertThat(intervals().stream().mapToLong(each -> each.window().lengthNanos()).sum())
          .isCloseTo(4_000_000_000L, within(10_000_000L));
    }
  }

  @Test
  void theProbeContinuesWhileTheLoadIsPaused() throws Exception {
    Summary summary =
        run(
            "sim:?service=constant(1ms)",
            Map.of("rate", "1000", "probe", "50", "for", "6s", "warmup", "0"),
            run -> at(2_000, () -> run.change(OFF, "test")));

    assertThat(
            known(known(summary.details().probe()).figures().operations().get("all"))
                .counts()
                .answered())
        .isGreaterThan(200);
    assertThat(summary.accounting().scheduled()).isCloseTo(2_000, within(2L));
  }
}
