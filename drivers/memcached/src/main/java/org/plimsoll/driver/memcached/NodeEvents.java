package org.plimsoll.driver.memcached;

import com.spotify.folsom.guava.HostAndPort;
import com.spotify.folsom.reconnect.ReconnectionListener;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * Reports one event when a node is lost and one when it is back, regardless of the number of
 * connections.
 */
final class NodeEvents {
  private final Consumer<String> events;
  private final Set<HostPort> lost = ConcurrentHashMap.newKeySet();
  private volatile boolean silent = true;

  NodeEvents(Consumer<String> events) {
    this.events = events;
  }

  /** Suppresses events while the target is being opened or closed. */
  void silent(boolean newSilent) {
    silent = newSilent;
  }

  void lost(HostPort node) {
    if (!silent && lost.add(node)) {
      events.accept("node " + node + " lost");
    }
  }

  void back(HostPort node) {
    if (lost.remove(node) && !silent) {
      events.accept("node " + node + " is back");
    }
  }

  static HostPort hostPort(HostAndPort address) {
    return new HostPort(address.getHostText(), address.getPort());
  }

  /** Receives the connection events of Folsom for one connection to each node. */
  final class Listener implements ReconnectionListener {
    private final CompletableFuture<Void> failed = new CompletableFuture<>();
    private volatile boolean closed;

    /** Suppresses events of a connection that the driver closes. */
    void close() {
      closed = true;
    }

    /**
     * Returns a future that fails as soon as one attempt to connect has failed. It never completes
     * otherwise.
     */
    CompletableFuture<Void> failed() {
      return failed;
    }

    @Override
    public void connectionFailure(Throwable cause) {
      failed.completeExceptionally(cause);
    }

    @Override
    public void reconnectionCancelled() {}

    @Override
    public void reconnectionSuccessful(HostAndPort address, int attempt, boolean willStayOpen) {
      back(hostPort(address));
    }

    @Override
    public void connectionLost(@Nullable Throwable cause, HostAndPort address) {
      if (!closed) {
        NodeEvents.this.lost(hostPort(address));
      }
    }

    @Override
    public void reconnectionQueuedFromError(
        Throwable cause, HostAndPort address, long backOffMillis, int attempt) {
      failed.completeExceptionally(cause);
    }
  }
}
