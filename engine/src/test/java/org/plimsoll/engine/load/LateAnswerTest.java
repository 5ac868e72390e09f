package org.plimsoll.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
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
import org.plimsoll.engine.spec.WorkloadSpec;
import org.plimsoll.engine.workload.AcknowledgedWrites;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.OperationRandom;
import org.plimsoll.engine.workload.OperationSource;
import org.plimsoll.engine.workload.RowVerifier;
import org.plimsoll.engine.workload.Workload;
import org.plimsoll.result.Phase;

/** An answer that arrives after its operation has timed out has no effect. */
class LateAnswerTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int UPDATES = 3;

  private final VirtualClock clock = new VirtualClock();

  @Test
  void aLateAnswerToAWriteDoesNotHideALaterLostWrite() throws Exception {
    Totals totals = run(new ForgetfulSession());

    assertThat(totals.count(Counter.TIMED_OUT)).isEqualTo(1);
    assertThat(totals.count(Counter.SUCCEEDED)).isEqualTo(2);
    assertThat(totals.failures()).isEqualTo(Map.of("lost-write", 1L));
  }

  @Test
  void anExceptionOfASessionFailsOnlyItsOperation() throws Exception {
    Totals totals =
        run(
            new Session() {
              @Override
              public void execute(Operation operation, Completion completion) {
                throw new IllegalStateException("a defect");
              }

              @Override
              public void close() {}
            });

    assertThat(totals.failures()).isEqualTo(Map.of("illegal-state", UPDATES + 1L));
  }

  private Totals run(Session session) throws Exception {
    Sessions sessions = new Sessions(clock, () -> session, text -> {});
    sessions.open(1);
    RowVerifier verifier = new RowVerifier(new AcknowledgedWrites(10), false);
    LoadContext context = new LoadContext(clock, sessions, verifier, false, false);
    PhaseRecorder recorder =
        new PhaseRecorder(Phase.MEASURE, List.of(OperationType.READ, OperationType.UPDATE));
    PhasePlan plan = new PhasePlan(recorder, recorder, 0, Long.MAX_VALUE, UPDATES + 1);
    Parameters parameters = parameters();
    Workload updates = workload(parameters, OperationType.UPDATE);
    Workload reads = workload(parameters, OperationType.READ);
    Lanes lanes = now -> List.of(new UpdatesThenReads(updates, reads));
    Load load = new OpenLoad(context, plan, parameters, lanes, new Waits(), 1, 16, Shares.alone());
    load.start(0);
    for (int milli = 1; milli < 100; milli++) {
      clock.schedule(milli * MILLI, () -> load.expire(clock.nanoTime()));
    }
    clock.await(load.finished());
    return PhaseRecorder.sum(recorder.collect());
  }

  private record UpdatesThenReads(Workload updates, Workload reads) implements OperationSource {
    @Override
    public OperationType type(OperationRandom scratch, long index) {
      return source(index).type(scratch, index);
    }

    @Override
    public boolean prepare(OperationBuffer into, long index, long atNanos) {
      return source(index).prepare(into, index, atNanos);
    }

    private Workload source(long index) {
      return index < UPDATES ? updates : reads;
    }
  }

  private static Workload workload(Parameters parameters, OperationType type) {
    return Workload.of(
        parameters.workload(), List.of(new Parameters.Weight(type, 1)), 1, new KeySequence(1));
  }

  /** An operation on the only key every 10 ms, with a timeout of 5 ms. */
  private static Parameters parameters() {
    WorkloadSpec workload =
        new WorkloadSpec(
            new WorkloadSpec.Keys(0, 1, new KeyDistributionSpec.Uniform(), KeyForm.TEXT),
            new WorkloadSpec.Rows(
                new Distribution.Constant(1), new Distribution.Constant(100), 0, 0),
            new Distribution.Constant(10),
            16,
            true,
            false);
    List<Parameters.Weight> mix = List.of(new Parameters.Weight(OperationType.UPDATE, 1));
    return new Parameters(
        Parameters.Model.OPEN,
        List.of(new Parameters.Lane("all", mix, 100, 0)),
        new ArrivalSpec.Constant(),
        5 * MILLI,
        new Parameters.Bound(16, Parameters.WhenFull.WAIT, 1000),
        workload);
  }

  /**
   * A store that answers the first write too late, and reads with the write before the last one.
   */
  private final class ForgetfulSession implements Session {
    private final byte[][] rows = new byte[UPDATES][];
    private int written;

    @Override
    public void execute(Operation operation, Completion completion) {
      Outcome outcome;
      if (operation.type().equals(OperationType.UPDATE)) {
        rows[written++] = operation.row(0).copy(0);
        outcome = Outcome.succeeded(100);
      } else {
        byte[] old = rows[UPDATES - 2];
        outcome =
            Outcome.succeeded(100)
                .withRows(visitor -> visitor.field(0, "field0", old, 0, old.length));
      }
      long nanos = written == 1 ? 8 * MILLI : MILLI;
      clock.schedule(clock.nanoTime() + nanos, () -> completion.complete(outcome));
    }

    @Override
    public int maxInFlight() {
      return 4;
    }

    @Override
    public void close() {}
  }
}
