package org.plimsoll.driver.lettuce;

import io.lettuce.core.api.StatefulConnection;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** One operation in flight, and the calls that it waits for. */
public class Request extends InFlight implements Call.Listener {
  private final SharedConnection<StatefulConnection<byte[], Slice>> link;
  private final StatefulConnection<byte[], Slice> connection;
  private final AtomicInteger remaining = new AtomicInteger();
  private volatile Call[] calls = {};
  private volatile Function<Call[], @Nullable Outcome> answer = _ -> null;

  public Request(
      Completion completion,
      SharedConnection<StatefulConnection<byte[], Slice>> link,
      StatefulConnection<byte[], Slice> connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** The connection that the request was sent on, which may have been replaced since. */
  public final StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  /**
   * Sends calls on a connection.
   *
   * @param newAnswer computes the outcome when all calls have ended; returns null if it has sent
   *     further calls
   */
  public final void dispatch(
      StatefulConnection<byte[], Slice> on,
      Function<Call[], @Nullable Outcome> newAnswer,
      Call... newCalls) {
    if (newCalls.length == 0) {
      finish(Outcome.succeeded(0, 0));
      return;
    }
    calls = newCalls;
    answer = newAnswer;
    remaining.set(newCalls.length);
    if (hasEnded()) {
      return; // closed in the meantime: the engine owns the rows again
    }
    try {
      if (newCalls.length == 1) {
        var _ = on.dispatch(newCalls[0]);
      } else {
        var _ = on.dispatch(Arrays.asList(newCalls));
      }
    } catch (RuntimeException e) {
      for (Call call : newCalls) {
        call.completeExceptionally(e);
      }
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

  /** Returns when the rows of the operation are no longer read. */
  @Override
  protected final void abandoned() {
    link.suspect(connection);
    for (Call call : calls) {
      call.abandon();
    }
  }
}
