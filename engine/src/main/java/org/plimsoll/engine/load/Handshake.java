package org.plimsoll.engine.load;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.Workload;

/** Checks a target before any load: writes, reads and deletes one key just beyond the last key. */
public final class Handshake {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private Handshake() {}

  /**
   * Performs those of the three operations that the driver supports.
   *
   * @throws TargetUnavailableException if an operation fails; the message names it
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
              new KeySequence(parameters.workload().keys().count()));
      List<OperationType> steps =
          List.of(OperationType.INSERT, OperationType.READ, OperationType.DELETE);
      for (OperationType type : steps) {
        if (known.contains(type)) {
          OperationBuffer operation = new OperationBuffer();
          workload.prepareFill(operation, parameters.workload().keys().count());
          operation.type(type);
          perform(operation, entry, clock, new FailureText(target::secrets));
        }
      }
    } finally {
      sessions.release(entry);
    }
  }

  private static void perform(
      OperationBuffer operation, Sessions.Entry entry, Clock clock, FailureText failureText)
      throws TargetUnavailableException, InterruptedException {
    operation.deadlineNanos(clock.nanoTime() + TIMEOUT_NANOS);
    SingleOperation.Answer answer =
        SingleOperation.perform(entry.session(), operation, clock, failureText);
    Outcome outcome = answer.outcome();
    if (outcome.status() != Outcome.Status.SUCCEEDED) {
      String said = answer.message().isEmpty() ? "" : ": " + answer.message();
      String how =
          outcome.status() == Outcome.Status.NOT_FOUND
              ? "found nothing"
              : "failed with " + outcome.failureCode() + said;
      throw new TargetUnavailableException(
          "the handshake's " + operation.type().name() + " " + how, new IllegalStateException(how));
    }
  }
}
