package org.plimsoll.api.kit;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Tracks connections that are closed without waiting. Closing the client before them could
 * interrupt their closing, or close them twice.
 */
public final class ClosingConnections {
  private static final long PATIENCE_MILLIS = 1000;

  private final Set<CompletableFuture<Void>> all = ConcurrentHashMap.newKeySet();

  /** Creates an object that tracks no connection. */
  public ClosingConnections() {}

  /**
   * Tracks a connection until it is closed.
   *
   * @param closing completes when the connection is closed
   */
  @SuppressWarnings("CollectionUndefinedEquality") // each connection has its own future
  public void add(CompletionStage<Void> closing) {
    CompletableFuture<Void> closed = closing.toCompletableFuture();
    all.add(closed);
    var _ = closed.whenComplete((_, _) -> all.remove(closed));
  }

  /** Waits until the connections are closed; a second at most. */
  public void await() {
    CompletableFuture<?>[] closing = all.toArray(CompletableFuture<?>[]::new);
    var _ =
        CompletableFuture.allOf(closing)
            .exceptionally(_ -> null)
            .completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .join();
  }
}
