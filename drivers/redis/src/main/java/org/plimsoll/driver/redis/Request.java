package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** One operation in flight, and the calls that it waits for. */
final class Request extends InFlight {
  private final SharedConnection<StatefulConnection<byte[], Slice>> link;
  private final StatefulConnection<byte[], Slice> connection;
  private final AtomicInteger remaining = new AtomicInteger();
  private volatile Call[] calls = {};
  private volatile Function<Call[], @Nullable Outcome> answer = _ -> null;

  Request(
      Completion completion,
      SharedConnection<StatefulConnection<byte[], Slice>> link,
      StatefulConnection<byte[], Slice> connection) {
    super(completion);
    this.link = link;
    this.connection = connection;
  }

  /** The connection that the request was sent on, which may have been replaced since. */
  StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  /**
   * Sets the calls that are about to be sent, and the function that computes the outcome when all
   * have ended. The function returns null if it has sent further calls.
   */
  void await(Call[] newCalls, Function<Call[], @Nullable Outcome> newAnswer) {
    calls = newCalls;
    answer = newAnswer;
    remaining.set(newCalls.length);
  }

  void callEnded() {
    if (remaining.decrementAndGet() == 0) {
      Outcome outcome = answer.apply(calls);
      if (outcome != null) {
        finish(outcome);
      }
    }
  }

  /** Returns when the rows of the operation are no longer read. */
  @Override
  protected void abandoned() {
    link.suspect(connection);
    for (Call call : calls) {
      call.abandon();
    }
  }
}
