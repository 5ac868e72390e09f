package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plimsoll.analysis.tune.Pilot;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests in real time, in which a search and its run have separate threads. */
@Timeout(180)
class StoppedSearchTest {
  /** A listener writes each trial into the run's folder, which must be complete at the end. */
  @Test
  void aRunWaitsForTheCurrentStepOfItsSearch() throws Exception {
    Thread runner = Thread.currentThread();
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicBoolean wasWaitedFor = new AtomicBoolean();
    CountDownLatch stepped = new CountDownLatch(1);
    Pilot pilot =
        rig -> {
          rig.stop();
          while (!isOver.get() && runner.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
          }
          wasWaitedFor.set(!isOver.get());
          stepped.countDown();
        };
    Drivers drivers = Drivers.of(new SimDriver());
    RunSpec spec =
        RunResolver.resolve(
                RunRequest.of("sim:", Map.of("rate", "100", "warmup", "0", "for", "10m")), drivers)
            .spec();

    RunListener atTheEnd =
        new RunListener() {
          @Override
          public void finished(Summary summary) {
            isOver.set(true);
          }
        };
    var _ = Run.piloted(spec, drivers, List.of(atTheEnd), Clock.system(), pilot).execute();

    assertThat(stepped.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(wasWaitedFor).isTrue();
  }
}
