package org.plimsoll.api.kit;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The connections that are being closed without waiting. A client that is closed before them could
 * cut them off or close them again.
 */
public final class ClosingConnections {
  private static final long PATIENCE_MILLIS = 1000;

  private final Set<CompletableFuture<Void>> all = ConcurrentHashMap.newKeySet();

  /** Creates one without connections. */
  public ClosingConnections() {}

  /**
   * Adds a connection, until it is closed.
   *
   * @param closing completes when it is closed
   */
  @SuppressWarnings("CollectionUndefinedEquality") // each connection has a future of its own
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
