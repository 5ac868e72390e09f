package org.plimsoll.driver.gremlin;

import java.lang.reflect.Method;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.Cluster;

/**
 * The client library's own pool, with one connection to each host, and the sessions of servers that
 * were opened beside it.
 */
final class Link {
  private final Cluster cluster;
  private final Client client;
  private final Workers workers;

  /**
   * Creates a link.
   *
   * @param client names the traversal source
   */
  Link(Cluster cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
    workers = new Workers(cluster);
  }

  /**
   * The library's threads that deliver answers: one, and one more for each session of a server. To
   * close such a session, the library waits for an answer on the thread that has delivered the last
   * one. Without a further thread, that answer and all others would wait for ever.
   */
  private static final class Workers {
    private final ScheduledThreadPoolExecutor pool;
    private int sessions;

    Workers(Cluster cluster) {
      try {
        Method executor = Cluster.class.getDeclaredMethod("executor"); // no other way to it
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

  /** Opens a session of a server, with its own connection, and waits for it. */
  Client openSession(String source) {
    Client session;
    synchronized (this) { // the library adds it to a list that threads must not share
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
   * @return completes when the session is closed
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

  /** Closes the connections; answers that are due are not waited for. */
  synchronized void close() {
    var _ = cluster.closeAsync();
  }
}
