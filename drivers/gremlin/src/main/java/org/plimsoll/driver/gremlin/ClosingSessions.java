package org.plimsoll.driver.gremlin;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sessions of servers that are being closed. */
final class ClosingSessions {
  private static final long PATIENCE_MILLIS = 1000;

  private final Set<CompletableFuture<Void>> all = ConcurrentHashMap.newKeySet();

  /** Adds a session, until it is closed. */
  @SuppressWarnings("CollectionUndefinedEquality") // each session has a future of its own
  void add(CompletionStage<Void> closing) {
    CompletableFuture<Void> closed = closing.toCompletableFuture();
    all.add(closed);
    var _ = closed.whenComplete((_, _) -> all.remove(closed));
  }

  /**
   * Waits until the sessions are closed, so that the servers roll back before the run ends; a
   * second at most.
   */
  void await() {
    CompletableFuture<?>[] closing = all.toArray(CompletableFuture<?>[]::new);
    var _ =
        CompletableFuture.allOf(closing)
            .exceptionally(_ -> null)
            .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .join();
  }
}
