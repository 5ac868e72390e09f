package org.plimsoll.driver.lettuce;

import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/** Converts ended calls to outcomes. */
public final class Outcomes {
  private Outcomes() {}

  /** Returns the first failure among the calls, or null if there is none. */
  public static @Nullable Outcome failure(Call[] calls) {
    for (Call call : calls) {
      Outcome failure = call.failure();
      if (failure != null) {
        return attempted(failure, calls);
      }
    }
    return null;
  }

  public static Outcome written(Call[] calls, int items, long payloadBytes) {
    Outcome failure = failure(calls);
    return failure != null ? failure : attempted(Outcome.succeeded(items, payloadBytes), calls);
  }

  /**
   * Adds the number of attempts to an outcome. This is the highest number of sends of any call,
   * which includes redirects.
   */
  public static Outcome attempted(Outcome outcome, Call[] calls) {
    int attempts = 0;
    for (Call call : calls) {
      attempts = Math.max(attempts, call.timesSent());
    }
    return attempts == outcome.attempts() ? outcome : outcome.withAttempts(attempts);
  }
}
