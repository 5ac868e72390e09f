package org.plimsoll.api.kit;

import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;

/**
 * One operation of an {@link AsyncSession}, from its start to its end. It completes once: by {@link
 * #finish}, or by {@link #abandon} when the session is closed, whichever is first. A driver extends
 * it with the state that its store needs.
 */
public class InFlight {
  private static final AtomicIntegerFieldUpdater<InFlight> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(InFlight.class, "ended");

  private final Completion completion;
  private @Nullable Set<? extends InFlight> others; // written before the operation is sent
  private volatile int ended;

  public InFlight(Completion completion) {
    this.completion = completion;
  }

  final void enter(Set<? extends InFlight> session) {
    others = session;
  }

  /** Whether the operation has been completed, so that nothing more needs to be sent for it. */
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
      try {
        abandoned();
      } finally {
        completion.complete(ending(Outcome.failed(FailureCode.Common.CLOSED)));
      }
    }
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
   * Called when the operation is abandoned, before it is completed. Cancels the request, and
   * returns when nothing reads the operation's keys and rows any more.
   */
  protected void abandoned() {}
}
