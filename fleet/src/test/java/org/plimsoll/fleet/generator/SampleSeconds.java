package org.plimsoll.fleet.generator;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Shard;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.Phase;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Machine;
import org.plimsoll.run.second.ObservedSecond;
import org.plimsoll.run.second.ScenarioSecond;
import org.plimsoll.run.second.Window;

/** Seconds of generators, each with its own clock and its own latencies. */
final class SampleSeconds {
  static final long SECOND = 1_000_000_000;
  static final int CALLS = 500;
  private static final Stage STAGE = new Stage(Phase.MEASURE, 1);

  private SampleSeconds() {}

  /** Run time 0 since the start of the run, by the clock of a generator. */
  static long zero(int generator) {
    return 3 * SECOND + generator * 1_000_000L;
  }

  static GeneratorSecond second(int generator, int number) {
    Random random = new Random(31L * generator + number);
    PhaseRecorder recorder =
        new PhaseRecorder(STAGE, List.of(OperationType.READ), new FailureText(List::of));
    Shard shard = recorder.shard(OperationType.READ);
    Waits waits = new Waits();
    for (int i = 0; i < CALLS; i++) {
      long late = random.nextLong(100_000);
      shard.count(Counter.SCHEDULED);
      shard.answered(
          Outcome.succeeded(10), true, 0, late, late + 1_000_000 + random.nextLong(9_000_000));
      waits.arrived(0, late);
    }
    long from = zero(generator) + number * SECOND;
    return new GeneratorSecond(
        generator,
        number,
        new Window(from, from + SECOND, STAGE, new Window.Schedule(0, null), false),
        Map.of(
            "all",
            new ScenarioSecond(
                new ScenarioSecond.Asked(Model.OPEN, 500, 500, 0, 100, SECOND),
                Map.of(STAGE, recorder.collect()),
                waits.collect(),
                new ScenarioSecond.Held(1, 0, 1, 1e9, SECOND, 4),
                null,
                Map.of())),
        Machine.IDLE,
        new ObservedSecond(Map.of("retries", 2L), Map.of(), Map.of(), false, false),
        new GeneratorSecond.Answers(0, from, from));
  }
}
