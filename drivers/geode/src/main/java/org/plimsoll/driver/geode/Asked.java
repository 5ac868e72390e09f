package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.Causes;

/**
 * A call to a server on a separate thread, so that the wait for its answer has a timeout. This is
 * necessary because calls to a frozen process never end, neither over RMI nor in a pool without a
 * read timeout. Closing interrupts the thread, which closes the socket of a pending call.
 */
final class Asked<T> implements AutoCloseable {
  /** Shorter than the 10 s after which a JMX connection reports that nothing can be reached. */
  private static final long PATIENCE_SECONDS = 8;

  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private final Thread thread;

  /** Starts a call. */
  Asked(Callable<T> call) {
    thread =
        Thread.startVirtualThread(() -> {
          try {
            answer.complete(call.call());
          } catch (Exception | LinkageError e) {
            answer.completeExceptionally(e);
          }
        });
  }

  /**
   * Performs a call and waits for its answer.
   *
   * @param who the server, as the subject of the message if there is no answer
   * @throws IOException if the call fails or does not end in time
   */
  static <T> T answer(String who, Callable<T> call) throws IOException {
    try (Asked<T> asked = new Asked<>(call)) {
      if (!asked.hasEnded()) {
        throw new IOException(who + " has not answered within " + PATIENCE_SECONDS + " s");
      }
      return asked.result();
    }
  }

  /**
   * Performs a call that may take long, and waits for its end as long as another call is answered.
   *
   * @param sign the other call, which fails if it is not answered in time
   * @throws IOException if one of the calls fails
   */
  static <T> T whileAnswering(Callable<?> sign, Callable<T> call) throws Exception {
    try (Asked<T> asked = new Asked<>(call)) {
      do {
        var _ = sign.call();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      } while (!asked.hasEnded());
      return asked.result();
    }
  }

  /** Waits for the end of the call; false if it has not ended in time. */
  boolean hasEnded() {
    return answer
        .handle((_, _) -> true)
        .completeOnTimeout(false, PATIENCE_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /**
   * Returns the answer of a call that has ended.
   *
   * @throws IOException if it failed
   */
  T result() throws IOException {
    if (!answer.isCompletedExceptionally()) {
      return answer.resultNow();
    }
    Throwable failure = answer.exceptionNow();
    throw failure instanceof IOException its
        ? its
        : new IOException(Causes.line(Causes.root(failure)), failure);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
