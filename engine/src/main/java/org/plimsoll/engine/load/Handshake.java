package org.plimsoll.engine.load;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.Workload;

/** One write, one read and one delete of the key after the last one, before any load. */
public final class Handshake {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private Handshake() {}

  /**
   * Performs those of the three that the driver has.
   *
   * @throws TargetUnavailableException with the operation that failed
   */
  public static void perform(
      OpenTarget target, Sessions sessions, Clock clock, Parameters parameters)
      throws TargetUnavailableException, InterruptedException {
    Sessions.Entry entry = sessions.tryAcquire(Integer.MAX_VALUE);
    if (entry == null) {
      throw new IllegalStateException("no session");
    }
    try {
      Set<OperationType> known = target.operations();
      Workload workload =
          Workload.of(
              parameters.workload(),
              parameters.lanes().getFirst().mix(),
              0,
              new KeySequence(parameters.workload().keys()));
      List<OperationType> steps =
          List.of(OperationType.INSERT, OperationType.READ, OperationType.DELETE);
      for (OperationType type : steps) {
        if (known.contains(type)) {
          perform(type, workload, entry, clock, parameters.workload().keys());
        }
      }
    } finally {
      sessions.release(entry);
    }
  }

  private static void perform(
      OperationType type, Workload workload, Sessions.Entry entry, Clock clock, long position)
      throws TargetUnavailableException, InterruptedException {
    OperationBuffer operation = new OperationBuffer();
    workload.prepareFill(operation, position);
    operation.type(type);
    operation.deadlineNanos(clock.nanoTime() + TIMEOUT_NANOS);
    Outcome outcome = SingleOperation.perform(entry.session(), operation, clock).outcome();
    if (outcome.status() != Outcome.Status.SUCCEEDED) {
      String how =
          outcome.status() == Outcome.Status.NOT_FOUND
              ? "found nothing"
              : "failed with " + outcome.failureCode();
      throw new TargetUnavailableException(
          "the handshake's " + type.name() + " " + how, new IllegalStateException(how));
    }
  }
}
