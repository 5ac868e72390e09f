package org.plimsoll.fleet.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.result.Stress;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult.Decision;
import org.plimsoll.run.Run;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

class ToldTrialTest {
  private static final Decision UNKNOWN =
      new Decision(TrialOutcome.PASSED, "p99<1ms", Stress.UNKNOWN, true, "", 0.25);

  @Test
  void allGeneratorsHaveTheTrialThatOneOfThemTells() throws Exception {
    Drivers drivers = Drivers.of(new SimDriver());
    Map<String, String> values = Map.of("rate", "500", "for", "3s", "slo", "p99<1s", "seed", "3");
    Summary summary =
        Run.prepare(
                RunResolver.resolve(RunRequest.of("sim:", values), drivers).spec(),
                drivers,
                List.of(),
                new VirtualClock())
            .execute();
    Trial trial = new Trial(3, "grow", 500.5, 1_234_567_890, 499, UNKNOWN, summary, "again");

    Trial heard = ToldTrial.read(ToldTrial.of(trial));

    assertThat(heard).isEqualTo(trial);
    assertThat(heard.decision().stress().high()).isInfinite();
    assertThat(ToldTrial.isTrial(ToldTrial.step(heard))).isTrue();
  }

  @Test
  void aTrialThatIsNotTheBestHasNoSummary() throws Exception {
    Trial trial = new Trial(1, "grow", 500, 10, 0, UNKNOWN, null);

    assertThat(ToldTrial.read(ToldTrial.of(trial))).isEqualTo(trial);
    assertThat(ToldTrial.isTrial("prepare")).isFalse();
  }
}
