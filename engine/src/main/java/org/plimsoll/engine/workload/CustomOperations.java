package org.plimsoll.engine.workload;

import org.plimsoll.api.OperationType;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.engine.spec.CustomClass;
import org.plimsoll.engine.spec.CustomClassException;
import org.plimsoll.engine.spec.WorkloadSpec;

/** Runs a user's workload and checks its results. Thread-safe. */
final class CustomOperations {
  private final String name;
  private final CustomWorkload.Operations own;
  private final OperationMix mix;
  private final long keys;
  private final int mostFields;

  /**
   * Creates the workload.
   *
   * @param mix the operations that it may request
   * @param stream number of the load, unique within the run
   */
  CustomOperations(
      CustomClass<CustomWorkload> spec, WorkloadSpec workload, OperationMix mix, long stream) {
    this.name = spec.name();
    this.own = spec.get().over(workload.keys().count(), stream, spec.arguments());
    this.mix = mix;
    this.keys = workload.keys().count();
    this.mostFields = (int) workload.rows().fields().maximum();
  }

  /** Requests the type of operation {@code index}. */
  OperationMix.Part part(OperationRandom random, long index) {
    OperationType type;
    try {
      type = own.type(random, index);
    } catch (RuntimeException e) {
      throw new CustomClassException(name, e);
    }
    OperationMix.Part part = type == null ? null : mix.part(type);
    if (part == null) {
      throw new CustomClassException(
          name,
          "asked for the operation "
              + (type == null ? "null" : "'" + type.name() + "'")
              + ", which is not in its mix");
    }
    return part;
  }

  /** Requests the keys and sizes of operation {@code index}. */
  OperationDraft draft(OperationBuffer into, OperationMix.Part part, long index, long atNanos) {
    OperationDraft draft = into.draft();
    draft.start(name, part, keys, mostFields);
    try {
      own.prepare(draft, into.random, index, atNanos);
    } catch (CustomClassException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new CustomClassException(name, e);
    }
    return draft;
  }
}
