package org.plimsoll.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.Phase;

/** A change of a rate or of workers keeps the compiled workload, which would delay operations. */
class CompiledOnceTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final VirtualClock clock = new VirtualClock();
  private int compiled;

  @Test
  void anOpenLoadCompilesAWorkloadOnce() throws Exception {
    Totals totals = run(parameters(Model.OPEN, 100, 0, 100), parameters(Model.OPEN, 500, 0, 100));

    assertThat(compiled).isEqualTo(1);
    assertThat(totals.count(Counter.SUCCEEDED)).isBetween(595L, 605L);
  }

  @Test
  void anOpenLoadCompilesAnotherWorkload() throws Exception {
    Totals totals = run(parameters(Model.OPEN, 100, 0, 100), parameters(Model.OPEN, 500, 0, 200));

    assertThat(compiled).isEqualTo(2);
    assertThat(totals.count(Counter.SUCCEEDED)).isBetween(595L, 605L);
  }

  @Test
  void aClosedLoadCompilesAWorkloadOnce() throws Exception {
    Totals totals = run(parameters(Model.CLOSED, 0, 1, 100), parameters(Model.CLOSED, 0, 2, 100));

    assertThat(compiled).isEqualTo(1);
    assertThat(totals.count(Counter.SUCCEEDED)).isBetween(2_900L, 3_100L);
  }

  @Test
  void aClosedLoadCompilesAnotherWorkload() throws Exception {
    Totals _ = run(parameters(Model.CLOSED, 0, 1, 100), parameters(Model.CLOSED, 0, 1, 200));

    assertThat(compiled).isEqualTo(2);
  }

  /** One second with the first parameters, and one with the next. */
  private Totals run(Parameters first, Parameters next) throws Exception {
    Sessions sessions = new Sessions(clock, AnsweringSession::new, text -> {});
    sessions.open(2);
    LoadContext context = new LoadContext(clock, sessions, null, false, true);
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    PhasePlan plan = new PhasePlan(recorder, recorder, 0, 2 * SECOND, Long.MAX_VALUE);
    Lanes lanes =
        now -> {
          compiled++;
          return List.of(
              Workload.of(now.workload(), now.lanes().getFirst().mix(), 1, new KeySequence(1)));
        };
    Load load =
        first.model() == Model.CLOSED
            ? new ClosedLoad(context, plan, first, lanes, clock.workers(2), 0, 1, Shares.alone())
            : new OpenLoad(context, plan, first, lanes, new Waits(), 1, 16, Shares.alone());
    load.start(0);
    clock.schedule(SECOND, () -> load.change(next));
    clock.await(load.finished());
    return PhaseRecorder.sum(recorder.collect());
  }

  private static Parameters parameters(Model model, double rate, int workers, int valueBytes) {
    WorkloadSpec workload =
        new WorkloadSpec(
            new WorkloadSpec.Keys(0, 1000, new KeyDistributionSpec.Uniform(), KeyForm.TEXT),
            new WorkloadSpec.Rows(
                new Distribution.Constant(1), new Distribution.Constant(valueBytes), 0, 0),
            new Distribution.Constant(10),
            16,
            false,
            false);
    List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.READ, 1));
    return new Parameters(
        model,
        List.of(new Parameters.Lane("all", mix, rate, workers)),
        new ArrivalSpec.Constant(),
        5 * SECOND,
        new Parameters.Bound(16, Parameters.WhenFull.WAIT, 1000),
        workload);
  }

  /** Answers after a millisecond. */
  private final class AnsweringSession implements Session {
    @Override
    public void execute(Operation operation, Completion completion) {
      clock.schedule(
          clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1),
          () -> completion.complete(Outcome.succeeded(1)));
    }

    @Override
    public void close() {}
  }
}
