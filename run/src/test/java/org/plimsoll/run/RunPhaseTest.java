package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests which phases a run executes, and which are skipped after a stop. */
class RunPhaseTest {
  private static final long SECOND = 1_000_000_000;
  private static final Map<String, String> ITERATED =
      Map.of("rate", "100", "for", "3s", "warmup", "2s", "iterations", "2", "consistency", "true");

  @Test
  void onlyTheFirstIterationHasAWarmUp() {
    assertThat(RunPhase.of(spec(ITERATED), FillMode.FILL))
        .containsExactly(
            new RunPhase.Fill(FillMode.FILL),
            new RunPhase.Iteration(1, false, true, 2 * SECOND, 3 * SECOND, 0),
            new RunPhase.Iteration(2, true, true, 0, 3 * SECOND, 0),
            new RunPhase.ReadBack());
  }

  @Test
  void anIterationEndsAfterItsWarmUpAndItsDuration() {
    RunPhase.Iteration timed = new RunPhase.Iteration(1, true, false, 2 * SECOND, 3 * SECOND, 0);
    assertThat(timed.measureNanos(100)).isEqualTo(2 * SECOND + 100);
    assertThat(timed.endNanos(100)).isEqualTo(5 * SECOND + 100);
    RunPhase.Iteration counted = new RunPhase.Iteration(2, true, false, 0, 0, 50);
    assertThat(counted.endNanos(100)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRunThatOnlyFillsHasOnePhase() {
    Drivers drivers = Drivers.of(new SimDriver());
    RunRequest request = RunRequest.of("sim:", Map.of("fill", "10"));
    RunSpec fill = RunResolver.resolveFill(request, drivers).spec();
    assertThat(RunPhase.of(fill, FillMode.FILL)).containsExactly(new RunPhase.Fill(FillMode.FILL));
  }

  @Test
  void aStoppedRunReportsOneIterationUnlessItOnlyFills() {
    List<RunPhase> phases = RunPhase.of(spec(ITERATED), FillMode.NONE);
    assertThat(phases.stream().filter(phase -> phase.isDue(true, false)))
        .containsExactly(phases.getFirst());
    assertThat(RunPhase.of(spec(ITERATED), FillMode.FILL))
        .noneMatch(phase -> phase.isDue(true, false));
  }

  @Test
  void writesAreReadBackAfterAnIterationAndAfterAStop() {
    RunPhase readBack = new RunPhase.ReadBack();
    assertThat(readBack.isDue(true, true)).isTrue();
    assertThat(readBack.isDue(false, false)).isFalse();
  }

  private static RunSpec spec(Map<String, String> values) {
    Drivers drivers = Drivers.of(new SimDriver());
    return RunResolver.resolve(RunRequest.of("sim:", values), drivers).spec();
  }
}
