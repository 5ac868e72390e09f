package org.plimsoll.driver.redis;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/** Ended calls as outcomes. */
final class Outcomes {
  private Outcomes() {}

  /** The first failure among the calls, if any. */
  static @Nullable Outcome failure(Call[] calls) {
    for (Call call : calls) {
      Outcome failure = call.failure();
      if (failure != null) {
        return attempted(failure, calls);
      }
    }
    return null;
  }

  static Outcome written(Call[] calls, int items, long payloadBytes) {
    Outcome failure = failure(calls);
    return failure != null ? failure : attempted(Outcome.succeeded(items, payloadBytes), calls);
  }

  /** With the number of times that the most often sent call was sent: redirects count. */
  static Outcome attempted(Outcome outcome, Call[] calls) {
    int attempts = 0;
    for (Call call : calls) {
      attempts = Math.max(attempts, call.timesSent());
    }
    return attempts == outcome.attempts() ? outcome : outcome.withAttempts(attempts);
  }
}
