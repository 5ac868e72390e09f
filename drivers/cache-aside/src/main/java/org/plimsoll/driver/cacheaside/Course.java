package org.plimsoll.driver.cacheaside;

import java.util.function.Consumer;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.driver.cacheaside.CacheAsideSettings.OnCacheFailure;

/** An operation that sends its requests to the cache and the store one after the other. */
abstract class Course extends InFlight {
  final Parts parts;
  final Operation operation;
  final Policy policy;
  final Meters meters;
  private final Completion completion;
  private boolean hasStarted;
  private int retries;

  Course(Parts parts, Operation operation, Completion completion, Policy policy, Meters meters) {
    super(completion);
    this.parts = parts;
    this.operation = operation;
    this.completion = completion;
    this.policy = policy;
    this.meters = meters;
  }

  abstract void begin();

  /** Called when the first request starts. Later requests are part of the service time. */
  void started() {}

  /** Sends the next request. */
  final void send(Session part, Operation request, Consumer<Outcome> next) {
    if (parts.closed().getAsBoolean()) {
      abandon();
      return;
    }
    try {
      part.execute(request, new Answer(next));
    } catch (RuntimeException e) {
      finish(Outcome.failed(e));
    }
  }

  /**
   * Rehearses the operation on the cache and then on the store. The operation has the outcome of
   * the store.
   */
  final void rehearse() {
    parts.cache().rehearse(operation, new Answer(_ -> rehearseOnStore()));
  }

  private void rehearseOnStore() {
    try {
      parts.store().rehearse(operation, new Answer(this::finish));
    } catch (RuntimeException e) {
      finish(Outcome.failed(e));
    }
  }

  /** Sends a request to the cache, and then completes with the outcome of the store. */
  final void tellCache(Operation request, Outcome outcome) {
    send(
        parts.cache(),
        request,
        answer -> {
          if (answer.status() != Status.FAILED) {
            finish(outcome);
            return;
          }
          meters.failures().add(1);
          finish(policy.onFailure() == OnCacheFailure.MISS ? outcome : ofCache(answer));
        });
  }

  /** Converts a failure of the cache to one whose code differs from the codes of the store. */
  static Outcome ofCache(Outcome failed) {
    return failed.withFailureCode(FailureCode.own("cache-" + failed.failureCode())).withAttempts(1);
  }

  /** Sets the number of attempts: one, plus the retries by the client libraries of both parts. */
  @Override
  protected final Outcome ending(Outcome outcome) {
    return retries == 0 ? outcome : outcome.withAttempts(1 + retries);
  }

  /** Receives one answer of a part. */
  private final class Answer implements Completion {
    private final Consumer<Outcome> next;

    Answer(Consumer<Outcome> next) {
      this.next = next;
    }

    @Override
    public void started() {
      if (!hasStarted) {
        hasStarted = true;
        completion.started();
        Course.this.started();
      }
    }

    @Override
    public void complete(Outcome outcome) {
      hasStarted = true;
      // A request that was not sent has no start time.
      retries += Math.max(0, outcome.attempts() - 1);
      next.accept(outcome);
    }
  }
}
