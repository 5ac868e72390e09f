package org.plimsoll.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.KeyDistributionSpec;
import org.plimsoll.engine.spec.KeyForm;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.Phase;

/** The project's first test: each operation that was due during a stall records the stall. */
class CoordinatedOmissionTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final VirtualClock clock = new VirtualClock();

  @Test
  void anOpenLoadRecordsAStallForEveryOperationThatWasDueInIt() throws Exception {
    Parameters parameters = parameters(Parameters.Model.OPEN, 100, 0);
    Totals totals = run(parameters);

    assertThat(millis(totals.response())).containsExactly(1L, 1L, 7L, 16L, 25L);
    assertThat(millis(totals.service())).containsExactly(1L, 1L, 1L, 1L, 25L);
  }

  @Test
  void aPacedLoadRecordsTheSameWithOneWorker() throws Exception {
    Totals totals = run(parameters(Parameters.Model.PACED, 100, 1));

    assertThat(millis(totals.response())).containsExactly(1L, 1L, 7L, 16L, 25L);
  }

  @Test
  void aClosedLoadHasOnlyServiceTimes() throws Exception {
    Totals totals = run(parameters(Parameters.Model.CLOSED, 0, 1));

    assertThat(totals.response().getTotalCount()).isZero();
    assertThat(millis(totals.service())).containsExactly(1L, 1L, 1L, 1L, 25L);
  }

  private Totals run(Parameters parameters) throws Exception {
    Sessions sessions = new Sessions(clock, StallingSession::new, text -> {});
    sessions.open(1);
    LoadContext context = new LoadContext(clock, sessions, null, false, true);
    PhaseRecorder recorder = new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ));
    PhasePlan plan = new PhasePlan(recorder, recorder, 0, Long.MAX_VALUE, 5);
    Lanes lanes =
        now ->
            List.of(
                Workload.of(now.workload(), now.lanes().getFirst().mix(), 1, new KeySequence(1)));
    Load load =
        parameters.model() == Parameters.Model.CLOSED
            ? new ClosedLoad(
                context, plan, parameters, lanes, clock.workers(1), 0, 1, Shares.alone())
            : new OpenLoad(context, plan, parameters, lanes, new Waits(), 1, 16, Shares.alone());
    load.start(0);
    clock.await(load.finished());
    return PhaseRecorder.sum(recorder.collect());
  }

  private static Parameters parameters(Parameters.Model model, double rate, int workers) {
    WorkloadSpec workload =
        new WorkloadSpec(
            new WorkloadSpec.Keys(0, 1000, new KeyDistributionSpec.Uniform(), KeyForm.TEXT),
            new WorkloadSpec.Rows(
                new Distribution.Constant(1), new Distribution.Constant(100), 0, 0),
            new Distribution.Constant(10),
            16,
            false,
            false);
    List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.READ, 1));
    return new Parameters(
        model,
        List.of(new Parameters.Lane("all", mix, rate, workers)),
        new ArrivalSpec.Constant(),
        TimeUnit.SECONDS.toNanos(5),
        new Parameters.Bound(16, Parameters.WhenFull.WAIT, 1000),
        workload);
  }

  private static List<Long> millis(Histogram histogram) {
    List<Long> values = new ArrayList<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long millis = Math.round((double) value.getValueIteratedTo() / MILLI);
      for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
        values.add(millis);
      }
    }
    return values;
  }

  /** A target with one operation at a time. The first takes 25 ms, each other one 1 ms. */
  private final class StallingSession implements Session {
    private boolean stalled;

    @Override
    public void execute(Operation operation, Completion completion) {
      long serviceNanos = stalled ? MILLI : 25 * MILLI;
      stalled = true;
      clock.schedule(
          clock.nanoTime() + serviceNanos, () -> completion.complete(Outcome.succeeded(100)));
    }

    @Override
    public void close() {}
  }
}
