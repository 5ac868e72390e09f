package org.plimsoll.api.kit;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;

/**
 * One operation of an {@link AsyncSession} in flight. The operation completes once: by {@link
 * #finish}, or by {@link #abandon} when the session is closed. A driver extends it with the state
 * that its store needs.
 */
public class InFlight {
  private static final AtomicIntegerFieldUpdater<InFlight> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(InFlight.class, "ended");

  private final Completion completion;
  private @Nullable Set<? extends InFlight> others; // written before the operation is sent
  private volatile int ended;
  private volatile @Nullable Future<?> followed;

  public InFlight(Completion completion) {
    this.completion = completion;
  }

  final void enter(Set<? extends InFlight> session) {
    others = session;
  }

  /** Returns whether the operation has been completed, so that no further request is needed. */
  public final boolean hasEnded() {
    return ended != 0;
  }

  /** Completes the operation, unless it has been completed. Safe to call from any thread. */
  public final void finish(Outcome outcome) {
    if (end()) {
      completion.complete(ending(outcome));
    }
  }

  /** Completes the operation as failed with {@code closed}, unless it has been completed. */
  public final void abandon() {
    if (end()) {
      Future<?> call = followed;
      if (call != null) {
        call.cancel(true);
      }
      try {
        abandoned();
      } finally {
        completion.complete(ending(Outcome.failed(FailureCode.Common.CLOSED)));
      }
    }
  }

  /**
   * Completes the operation when a stage completes. If the operation is abandoned first, cancels
   * the stage's future. If a function throws, the operation fails.
   *
   * @param answered maps an answer to an outcome
   * @param failed maps a failure to an outcome
   * @throws UnsupportedOperationException when the stage has no future
   */
  public final <A> void follow(
      CompletionStage<A> stage,
      Function<? super A, Outcome> answered,
      Function<? super Throwable, Outcome> failed) {
    Future<A> future = stage.toCompletableFuture();
    followed = future;
    if (hasEnded()) {
      future.cancel(true); // abandon() may have run before the future was set
    }
    var _ =
        stage.whenComplete((answer, failure) -> {
          Outcome outcome;
          try {
            outcome = failure == null ? answered.apply(answer) : failed.apply(failure);
          } catch (RuntimeException e) {
            outcome = Outcome.failed(e);
          }
          finish(outcome);
        });
  }

  private boolean end() {
    if (ended != 0 || !ENDED.compareAndSet(this, 0, 1)) {
      return false;
    }
    if (others != null) {
      others.remove(this);
    }
    return true;
  }

  /** Changes the outcome before it is reported, for example to add the number of attempts. */
  protected Outcome ending(Outcome outcome) {
    return outcome;
  }

  /**
   * Cancels the request of an abandoned operation. Returns when the operation's keys and rows are
   * no longer read.
   */
  protected void abandoned() {}
}
