package org.plimsoll.driver.geode;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.plimsoll.api.Causes;

/**
 * A call to a server on its own thread, so that the wait for its answer is limited. Neither RMI nor
 * a pool without a read timeout ends a call to a frozen process. Closing it interrupts the thread,
 * which closes the socket of a call that has not ended.
 */
final class Asked<T> implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private final Thread thread;

  /** Begins a call. */
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
   * @param who subject of the sentence if there is none
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
