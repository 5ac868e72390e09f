package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Row;
import org.plimsoll.api.Session;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.SingleOperation;
import org.plimsoll.engine.measure.FailureText;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.NearestName;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.KeySequence;
import org.plimsoll.engine.workload.OperationBuffer;
import org.plimsoll.engine.workload.Workload;

/** Performs single operations of a user on the target during a run. */
record TargetActions(RunContext run, RunTarget target) {
  /** Performs one operation of the first scenario's workload in a separate session. */
  SingleOperation.Answer perform(
      OperationType type, String key, boolean isNamed, Map<String, String> fields)
      throws Exception {
    OpenTarget open = target.required("operation");
    if (!open.operations().contains(type)) {
      List<String> known = open.operations().stream().map(OperationType::name).toList();
      throw new InvalidSpecException(
          "operation: must be one of "
              + String.join(", ", known)
              + ", was '"
              + type.name()
              + "'"
              + NearestName.suggestion(type.name(), known));
    }
    Parameters now = run.scenarios().getFirst().parameters();
    long seed = run.spec().identity().seed();
    OperationBuffer generated = new OperationBuffer();
    generated.prepareText(true);
    Workload.of(now.workload(), now.lanes().getFirst().mix(), seed, new KeySequence(1))
        .prepareFill(generated, isNamed ? 0 : Long.parseLong(key));
    Row row = fields.isEmpty() ? generated.row() : SingleOperation.row(fields);
    try (Session session = open.openSession()) {
      return SingleOperation.perform(
          session,
          SingleOperation.of(
              type,
              isNamed ? SingleOperation.key(key) : generated.key(),
              type.row() ? row : null,
              (int) Math.min(now.workload().scanLength().maximum(), 100),
              run.clock().nanoTime() + now.timeoutNanos()),
          run.clock(),
          new FailureText(open::secrets));
    }
  }
}
