package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;

/** One operation under way: the calls that it is waiting for, and its single completion. */
final class Request {
  private final Completion completion;
  private final StatefulConnection<byte[], Slice> connection;
  private final Set<Request> underWay;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger remaining = new AtomicInteger();
  private volatile Call[] calls = {};
  private volatile Function<Call[], @Nullable Outcome> answer = _ -> null;

  Request(
      Completion completion, StatefulConnection<byte[], Slice> connection, Set<Request> underWay) {
    this.completion = completion;
    this.connection = connection;
    this.underWay = underWay;
    underWay.add(this);
  }

  /** The one that it was sent on, which may have been replaced since. */
  StatefulConnection<byte[], Slice> connection() {
    return connection;
  }

  /**
   * Names the calls that are about to be sent, and what to make of them when all have ended. An
   * answer of null says that it has sent further calls.
   */
  void await(Call[] newCalls, Function<Call[], @Nullable Outcome> newAnswer) {
    calls = newCalls;
    answer = newAnswer;
    remaining.set(newCalls.length);
  }

  boolean hasEnded() {
    return ended.get();
  }

  void callEnded() {
    if (remaining.decrementAndGet() == 0) {
      Outcome outcome = answer.apply(calls);
      if (outcome != null) {
        finish(outcome);
      }
    }
  }

  void finish(Outcome outcome) {
    if (ended.compareAndSet(false, true)) {
      underWay.remove(this);
      completion.complete(outcome);
    }
  }

  /** Completes as failed, once nothing reads the operation's rows any more. */
  void abandon(String code) {
    if (ended.compareAndSet(false, true)) {
      for (Call call : calls) {
        call.abandon();
      }
      underWay.remove(this);
      completion.complete(Outcome.failed(code));
    }
  }
}
