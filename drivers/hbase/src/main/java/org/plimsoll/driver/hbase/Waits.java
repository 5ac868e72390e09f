package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for requests that are not operations. */
final class Waits {
  /** Timeout for work of HBase on a table, or on all of its rows. */
  static final Duration LONG = Duration.ofMinutes(10);

  private final String where;

  /** Creates an instance whose messages contain the given address. */
  Waits(String where) {
    this.where = where;
  }

  /**
   * Waits for the answer to a request.
   *
   * @throws IOException if the request failed or took longer; the message is one sentence
   */
  <T> T await(CompletableFuture<T> request, Duration atMost)
      throws IOException, InterruptedException {
    try {
      return request.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw Failures.unusable(where, e);
    }
  }
}
