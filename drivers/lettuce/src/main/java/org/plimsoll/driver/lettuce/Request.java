package org.plimsoll.driver.lettuce;

import io.lettuce.core.api.StatefulConnection;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;

/** An operation in flight, with the calls that it waits for. */
public abstract class Request extends InFlight implements Call.Listener {
  private final AtomicInteger remaining = new AtomicInteger();
  private volatile Call[] calls = {};
  private volatile Function<Call[], @Nullable Outcome> answer = _ -> null;

  protected Request(Completion completion) {
    super(completion);
  }

  /**
   * Sends calls on a connection.
   *
   * @param newAnswer computes the outcome after all calls have ended, or returns null after it has
   *     sent further calls
   */
  public final void dispatch(
      StatefulConnection<byte[], Slice> on,
      Function<Call[], @Nullable Outcome> newAnswer,
      Call... newCalls) {
    if (expect(newAnswer, newCalls)) {
      if (newCalls.length == 1) {
        send(on, newCalls[0]);
      } else {
        send(on, Arrays.asList(newCalls));
      }
    }
  }

  /**
   * Sets the calls that the operation waits for, before some of them are sent.
   *
   * @return false if the requests must not be sent, because the operation has ended
   */
  public final boolean expect(Function<Call[], @Nullable Outcome> newAnswer, Call... newCalls) {
    if (newCalls.length == 0) {
      finish(Outcome.succeeded(0, 0));
      return false;
    }
    calls = newCalls;
    answer = newAnswer;
    remaining.set(newCalls.length);
    // The operation was closed in the meantime, so the engine owns the rows again.
    return !hasEnded();
  }

  private static void send(StatefulConnection<byte[], Slice> on, Call call) {
    try {
      var _ = on.dispatch(call);
    } catch (RuntimeException e) {
      call.completeExceptionally(e);
    }
  }

  /** Sends some of the expected calls on a connection. */
  public static void send(StatefulConnection<byte[], Slice> on, List<Call> some) {
    try {
      var _ = on.dispatch(some);
    } catch (RuntimeException e) {
      some.forEach(call -> call.completeExceptionally(e));
    }
  }

  @Override
  public final void callEnded() {
    if (remaining.decrementAndGet() == 0) {
      Outcome outcome = answer.apply(calls);
      if (outcome != null) {
        finish(outcome);
      }
    }
  }

  /** Marks the connections of the abandoned operation as suspect. */
  protected abstract void suspect();

  /** Ends the calls. Returns when the rows of the operation are no longer read. */
  @Override
  protected final void abandoned() {
    suspect();
    for (Call call : calls) {
      call.abandon();
    }
  }
}
