package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Outcome;

/**
 * Collects the answers to the statements of a bulk operation. The last answer completes the
 * operation.
 */
final class Gathering {
  private final Request request;
  private final AsyncResultSet[] answers;
  private final Function<AsyncResultSet[], Outcome> outcome;
  private final AtomicInteger missing;
  private final AtomicReference<@Nullable Outcome> failed = new AtomicReference<>();

  Gathering(Request request, int size, Function<AsyncResultSet[], Outcome> outcome) {
    this.request = request;
    this.outcome = outcome;
    answers = new AsyncResultSet[size];
    missing = new AtomicInteger(size);
  }

  /**
   * Adds an answer. The atomic counter makes all answers visible to the thread that decrements it
   * to zero.
   */
  void take(int place, @Nullable AsyncResultSet answer, @Nullable Throwable failure) {
    if (answer != null) {
      answers[place] = answer;
    } else if (failure != null) {
      failed.compareAndSet(null, Failures.outcome(failure));
    }
    if (missing.decrementAndGet() == 0) {
      Outcome failure0 = failed.get();
      request.finish(failure0 != null ? failure0 : outcome.apply(answers));
    }
  }
}
