package org.plimsoll.driver.gremlin;

import java.lang.reflect.Method;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/**
 * A connection pool of the client library, with one connection to each host, and the server
 * sessions that were opened in addition.
 */
final class Link {
  private final Cluster cluster;
  private final Client client;
  private final Workers workers;

  /**
   * Creates a link.
   *
   * @param client the client, which has the name of the traversal source
   */
  Link(Cluster cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
    workers = new Workers(cluster);
  }

  /**
   * The library's threads that deliver answers: one thread, plus one for each server session. To
   * close a session, the library waits for an answer on the thread that has delivered the previous
   * answer. Without a further thread, that answer and all others would never be delivered.
   */
  private static final class Workers {
    private final ScheduledThreadPoolExecutor pool;
    private int sessions;

    Workers(Cluster cluster) {
      try {
        Method executor = Cluster.class.getDeclaredMethod("executor"); // There is no other access.
        executor.setAccessible(true);
        pool = (ScheduledThreadPoolExecutor) executor.invoke(cluster);
      } catch (ReflectiveOperationException | ClassCastException e) {
        throw new IllegalStateException("another version of the TinkerPop driver", e);
      }
    }

    synchronized void add(int opened) {
      sessions += opened;
      pool.setCorePoolSize(1 + sessions);
    }
  }

  Client client() {
    return client;
  }

  /** Opens a server session with its own connection, and waits until it is open. */
  Client openSession(String source) {
    Client session;
    synchronized (this) { // The library adds it to a list that is not thread-safe.
      session = cluster.connect(UUID.randomUUID().toString());
    }
    workers.add(1);
    try {
      return session.init().alias(source);
    } catch (RuntimeException e) {
      workers.add(-1);
      throw e;
    }
  }

  /**
   * Closes a session without waiting.
   *
   * @return a stage that completes when the session is closed
   */
  CompletionStage<Void> closeSession(Client session) {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    var _ = closed.whenComplete((_, _) -> workers.add(-1));
    var _ =
        Thread.ofVirtual()
            .name("gremlin-close")
            .start(() -> {
              var _ = session.closeAsync().whenComplete((_, _) -> closed.complete(null));
            });
    return closed;
  }

  /** Closes the connections without waiting for pending answers. */
  synchronized void close() {
    var _ = cluster.closeAsync();
  }
}
