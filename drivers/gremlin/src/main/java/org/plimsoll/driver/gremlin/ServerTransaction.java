package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.process.traversal.GraphOp;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.kit.ClosingConnections;

/**
 * The open transaction of a session. It has a separate connection, because a server binds a
 * transaction to a server session, and that session to a connection.
 */
final class ServerTransaction {
  private final String source;
  private final ClosingConnections closing;
  private @Nullable Connection open;
  private boolean ended;
  private volatile boolean pending;

  ServerTransaction(String source, ClosingConnections closing) {
    this.source = source;
    this.closing = closing;
  }

  /** A server session, which may not be open yet, with its connection. */
  private record Connection(
      Link link, CompletableFuture<Client> session, ClosingConnections closing) {
    void open(String source) {
      try {
        Client opened = link.openSession(source);
        if (!session.complete(opened)) {
          closing.add(link.closeSession(opened)); // Nobody waits for it any longer.
        }
      } catch (RuntimeException e) {
        session.completeExceptionally(new NotSentException(e));
      }
    }

    void close(boolean rollsBack) {
      if (!session.cancel(false)) {
        var _ =
            session.thenAccept(opened ->
                closing.add(
                    (rollsBack ? rolledBack(opened) : CompletableFuture.completedStage(opened))
                        .thenCompose(link::closeSession)));
      }
    }

    /** Rolls back explicitly, because a server does not roll back when a session is closed. */
    private static CompletionStage<Client> rolledBack(Client opened) {
      try {
        return Requests.results(opened.submitAsync(GraphOp.TX_ROLLBACK.getBytecode()))
            .handle((_, _) -> opened);
      } catch (RuntimeException e) {
        return CompletableFuture.completedStage(opened); // There is no connection.
      }
    }
  }

  /** Connects and waits, so that an unreachable server is detected before the first step. */
  void open(Link link) {
    var opened = CompletableFuture.completedFuture(link.openSession(source));
    synchronized (this) {
      open = new Connection(link, opened, closing);
    }
  }

  /**
   * Sends a step once there is a connection. The last step is followed by a commit. A step that
   * fails or finds nothing is followed by a rollback, because no later step can end the
   * transaction.
   *
   * @param answered converts the results to an outcome
   */
  CompletionStage<Outcome> step(
      Link link, Place place, Requests.Prepared request, Function<List<Object>, Outcome> answered) {
    if (place == Place.FIRST && pending) {
      close();
    }
    CompletableFuture<Client> session = session(link);
    pending = true;
    return session
        .thenCompose(client ->
            sent(request, client)
                .thenApply(answered)
                .thenCompose(outcome -> finished(client, place, outcome)))
        .whenComplete((_, failure) -> {
          if (failure != null) {
            close();
          }
        });
  }

  /**
   * Returns the server session, which may still be opening. Waiting for it here would delay other
   * operations.
   */
  private synchronized CompletableFuture<Client> session(Link link) {
    if (ended) {
      return CompletableFuture.failedFuture(new CancellationException("the session is closed"));
    }
    Connection its = open;
    if (its != null) {
      return its.session();
    }
    Connection fresh = new Connection(link, new CompletableFuture<>(), closing);
    open = fresh;
    var _ = Thread.ofVirtual().name("gremlin-connect").start(() -> fresh.open(source));
    return fresh.session();
  }

  private static CompletionStage<List<Object>> sent(Requests.Prepared request, Client client) {
    try {
      return request.sendTo(client);
    } catch (RuntimeException e) {
      throw new NotSentException(e);
    }
  }

  /**
   * Commits after the last step, or rolls back after a failed one. Otherwise, the transaction
   * remains open.
   */
  private CompletionStage<Outcome> finished(Client client, Place place, Outcome outcome) {
    if (outcome.status() != Status.SUCCEEDED) {
      return ending(client, GraphOp.TX_ROLLBACK)
          .exceptionally(_ -> {
            close(); // This also rolls back.
            return List.of();
          })
          .thenApply(_ -> outcome);
    }
    return place.hasNext()
        ? CompletableFuture.completedStage(outcome)
        : ending(client, GraphOp.TX_COMMIT).thenApply(_ -> outcome);
  }

  private CompletionStage<List<Object>> ending(Client client, GraphOp end) {
    return Requests.results(client.submitAsync(end.getBytecode()))
        .thenApply(results -> {
          pending = false;
          return results;
        });
  }

  /** Rolls back if the transaction is not committed, and closes the server session. */
  private void close() {
    Connection its;
    boolean rollsBack;
    synchronized (this) {
      its = open;
      open = null;
      rollsBack = pending;
      pending = false;
    }
    if (its != null) {
      // Outside the lock, because this completes steps that wait for the session.
      its.close(rollsBack);
    }
  }

  /** Rolls back, and rejects later steps. */
  void end() {
    synchronized (this) {
      ended = true;
    }
    close();
  }
}
