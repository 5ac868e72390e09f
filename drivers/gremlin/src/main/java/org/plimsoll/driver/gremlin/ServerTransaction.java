package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.process.traversal.GraphOp;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Operation.Place;

/**
 * The open transaction of a session. It has its own connection, since a server binds a transaction
 * to one of its sessions, and that session to a connection.
 */
final class ServerTransaction {
  private final String source;
  private @Nullable Client open;
  private volatile boolean pending;

  ServerTransaction(String source) {
    this.source = source;
  }

  /** Sends a step; the last one is followed by the commit, and a failed one by a rollback. */
  CompletionStage<List<Object>> step(Link link, Operation operation, Requests requests) {
    Place place = operation.place();
    if (place == Place.FIRST && pending) {
      close();
    }
    Client client = open(link);
    pending = true;
    return requests
        .send(client, operation)
        .thenCompose(results -> place.hasNext() ? done(results) : commit(client, results))
        .whenComplete((_, failure) -> {
          if (failure != null) {
            close();
          } else if (!place.hasNext()) {
            pending = false;
          }
        });
  }

  private static CompletionStage<List<Object>> done(List<Object> results) {
    return CompletableFuture.completedStage(results);
  }

  private static CompletionStage<List<Object>> commit(Client client, List<Object> results) {
    return Requests.results(client.submitAsync(GraphOp.TX_COMMIT.getBytecode()))
        .thenApply(_ -> results);
  }

  /** Connects, unless there is a connection. */
  synchronized Client open(Link link) {
    Client client = open;
    if (client == null) {
      client = link.cluster().connect(UUID.randomUUID().toString()).init().alias(source);
      open = client;
    }
    return client;
  }

  /** Closes the session of the server, which rolls back what is not committed. */
  synchronized void close() {
    Client client = open;
    open = null;
    pending = false;
    if (client != null) {
      var _ = client.closeAsync();
    }
  }
}
