package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** A failure on a thread that a run needs ends the run, in real time. */
@Timeout(180)
class FailedThreadsTest {
  @ParameterizedTest
  @ValueSource(strings = {"plimsoll-pacer", "plimsoll-housekeeping", "aside-0"})
  void theRunEndsAsFailedWithTheNameOfTheThread(String thread) {
    Drivers drivers = Drivers.of(new SimDriver());
    RunSpec spec =
        RunResolver.resolve(
                RunRequest.of(
                    "sim:?service=constant(1ms)",
                    Map.of("rate", "100", "warmup", "0", "forever", "true", "no-fill", "true")),
                drivers)
            .spec();
    AtomicReference<Clock> clock = new AtomicReference<>();
    List<String> failed = new ArrayList<>();
    RunListener breaks =
        new RunListener() {
          @Override
          public void started(RunStart start) {
            Clock its = clock.get();
            switch (thread) {
              case "plimsoll-pacer" ->
                  its.pacer().schedule(its.nanoTime(), FailedThreadsTest::fail);
              case "plimsoll-housekeeping" ->
                  its.housekeeping().schedule(its.nanoTime(), FailedThreadsTest::fail);
              default -> its.runAside(FailedThreadsTest::fail);
            }
          }

          @Override
          public void failed(String sentence) {
            failed.add(sentence);
          }
        };
    Run run = Run.prepare(spec, drivers, List.of(breaks));
    clock.set(run.context().clock());

    String sentence =
        "the generator's thread '" + thread + "' failed, so that the run was ended: a defect";
    assertThatThrownBy(run::execute).hasMessage(sentence);
    assertThat(failed).containsExactly(sentence);
  }

  private static void fail() {
    throw new IllegalStateException("a defect");
  }
}
