package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests the whole engine in real time, with workers on several threads. */
class SimWithThreadsTest {
  private final WatchedDriver target = WatchedDriver.counting();

  @Test
  void theThroughputOfOneServerNeverExceedsItsCapacity() throws Exception {
    Summary summary =
        run("sim:?max-throughput=4000", Map.of("workers", "4", "ops", "4000", "warmup", "0"));

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(4_000);
    assertThat(target.count()).isEqualTo(4_000);
    // Each operation takes 0.25 ms of the single server; the last few may still be in flight.
    assertThat(summary.elapsedNanos())
        .isGreaterThanOrEqualTo(TimeUnit.MICROSECONDS.toNanos(250 * (4_000 - 8)));
  }

  @Test
  void allOperationsOfFastThreadsAreCounted() throws Exception {
    Summary summary =
        run(
            "sim:",
            Map.of("workers", "4", "ops", "1000000", "warmup", "0", "mix", "read=80,update=20"));

    assertThat(summary.accounting().scheduled()).isEqualTo(1_000_000);
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(1_000_000);
    for (OperationType type : List.of(OperationType.READ, OperationType.UPDATE)) {
      Summary.OperationSummary operation =
          VirtualRuns.known(summary.figures().operations().get(type.name()));
      assertThat(operation.counts().answered())
          .isEqualTo(target.count(type))
          .isGreaterThan(190_000);
    }
    assertThat(target.count()).isEqualTo(1_000_000);
  }

  @Test
  void allAnswersOnOtherThreadsAreCounted() throws Exception {
    Summary summary =
        run(
            "sim:?service=uniform(1us,50us)",
            Map.of("workers", "read=3,update=1", "ops", "20000", "warmup", "0"));

    assertThat(summary.accounting().answered().succeeded()).isEqualTo(20_000);
    assertThat(target.count()).isEqualTo(20_000);
  }

  private Summary run(String uri, Map<String, String> values) throws Exception {
    Drivers drivers = Drivers.of(target);
    RunSpec spec = RunResolver.resolve(RunRequest.of(uri, values), drivers).spec();
    return Run.prepare(spec, drivers, List.of()).execute();
  }
}
