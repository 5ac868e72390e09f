package org.plimsoll.driver.cacheaside;

import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.driver.cacheaside.CacheAsideSettings.Writes;

/** Writes to the store, and then updates the cache according to the policy. */
final class WriteCourse extends Course {
  WriteCourse(
      Parts parts, Operation operation, Completion completion, Policy policy, Meters meters) {
    super(parts, operation, completion, policy, meters);
  }

  @Override
  void begin() {
    send(parts.store(), operation, this::storeHasAnswered);
  }

  private void storeHasAnswered(Outcome outcome) {
    if (outcome.status() == Status.FAILED || policy.writes() == Writes.NONE) {
      finish(outcome);
      return;
    }
    boolean deletes =
        operation.type().equals(OperationType.DELETE) || policy.writes() == Writes.INVALIDATE;
    tellCache(
        deletes ? CacheRequest.delete(operation) : CacheRequest.put(operation, operation.row()),
        outcome);
  }
}
