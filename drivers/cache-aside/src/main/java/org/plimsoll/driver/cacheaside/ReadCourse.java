package org.plimsoll.driver.cacheaside;

import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.driver.cacheaside.CacheAsideSettings.OnCacheFailure;

/** Reads rows from the cache, reads missing rows from the store, and adds those to the cache. */
final class ReadCourse extends Course {
  private long startNanos;

  ReadCourse(
      Parts parts, Operation operation, Completion completion, Policy policy, Meters meters) {
    super(parts, operation, completion, policy, meters);
  }

  @Override
  void begin() {
    startNanos = meters.timeline().nanoTime();
    send(parts.cache(), operation, this::cacheHasAnswered);
  }

  @Override
  void started() {
    startNanos = meters.timeline().nanoTime();
  }

  private void cacheHasAnswered(Outcome outcome) {
    switch (outcome.status()) {
      case SUCCEEDED -> {
        meters.hits().add(1);
        endTimed(outcome, meters.hit());
      }
      case NOT_FOUND -> askStore();
      case FAILED -> {
        meters.failures().add(1);
        if (policy.onFailure() == OnCacheFailure.FAIL) {
          finish(ofCache(outcome));
        } else {
          askStore();
        }
      }
    }
  }

  private void askStore() {
    meters.misses().add(1);
    send(parts.store(), operation, this::storeHasAnswered);
  }

  private void storeHasAnswered(Outcome outcome) {
    if (outcome.status() != Status.SUCCEEDED || !policy.populate()) {
      endTimed(outcome, meters.miss());
      return;
    }
    Outcome.ReadRows rows = outcome.rows();
    if (rows == null) {
      finish(Outcome.failed(FailureCode.own("store-returns-no-rows")));
      return;
    }
    CopiedRow row = CopiedRow.of(rows);
    Outcome kept = outcome.withRows(row::forEachField);
    send(
        parts.cache(),
        CacheRequest.put(operation, row),
        answer -> {
          if (answer.status() == Status.FAILED) {
            meters.failures().add(1);
          }
          endTimed(kept, meters.miss());
        });
  }

  private void endTimed(Outcome outcome, DriverContext.Timing timing) {
    if (outcome.status() != Status.FAILED) {
      timing.record(meters.timeline().nanoTime() - startNanos);
    }
    finish(outcome);
  }
}
