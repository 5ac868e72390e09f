package org.plimsoll.driver.gremlin;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversal;
import org.janusgraph.core.JanusGraph;
import org.janusgraph.core.JanusGraphTransaction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.Outcome;

/**
 * A session of an embedded graph. Each operation is a transaction, unless the workload combines
 * several in one. A call holds the lock of the session, so that the graph is closed only after the
 * call.
 */
final class JanusGraphSession implements BlockingSession {
  private final JanusGraph graph;
  private final Traversals traversals;
  private final Answers answers;
  private final @Nullable Uninterrupted threads;
  private final ReentrantLock calling = new ReentrantLock();
  private volatile boolean closed;
  private @Nullable JanusGraphTransaction open;

  /**
   * Creates a session.
   *
   * @param threads the threads for calls; null if the storage tolerates interrupts of the calling
   *     thread
   */
  JanusGraphSession(
      JanusGraph graph, Traversals traversals, Answers answers, @Nullable Uninterrupted threads) {
    this.graph = graph;
    this.traversals = traversals;
    this.answers = answers;
    this.threads = threads;
  }

  @Override
  public Outcome execute(Operation operation) throws Exception {
    return threads == null ? call(operation) : threads.call(() -> call(operation));
  }

  private Outcome call(Operation operation) {
    calling.lock();
    try {
      if (closed) {
        return Outcome.failed(Common.CLOSED).withAttempts(0);
      }
      return perform(operation);
    } finally {
      if (closed) {
        rollBack(); // No later step can end the transaction.
      }
      calling.unlock();
    }
  }

  private Outcome perform(Operation operation) {
    Place place = operation.place();
    JanusGraphTransaction transaction = open;
    if (transaction == null || !place.continues()) {
      rollBack();
      transaction = graph.newTransaction();
      open = transaction;
    }
    try {
      GraphTraversal<?, ?> traversal = traversals.of(transaction.traversal(), operation);
      List<?> results = traversal.toList();
      Outcome outcome = answers.of(Answers.Asked.of(operation), results);
      if (outcome.status() != Outcome.Status.SUCCEEDED) {
        rollBack(); // No later step can end the transaction.
      } else if (!place.hasNext()) {
        transaction.commit();
        open = null;
      }
      return outcome;
    } catch (RuntimeException e) {
      rollBack();
      throw e;
    }
  }

  private void rollBack() {
    JanusGraphTransaction abandoned = open;
    open = null;
    if (abandoned != null && abandoned.isOpen()) {
      abandoned.rollback();
    }
  }

  /** Opens and ends a transaction that reads nothing. */
  @Override
  public void rehearse(Operation operation) throws Exception {
    if (threads == null) {
      openNothing();
    } else {
      boolean _ =
          threads.call(() -> {
            openNothing();
            return true;
          });
    }
  }

  private void openNothing() {
    calling.lock();
    try {
      if (!closed) {
        JanusGraphTransaction nothing = graph.newTransaction();
        var _ = nothing.traversal().inject(0).toList();
        nothing.rollback();
      }
    } finally {
      calling.unlock();
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return Failures.codeOf(exception);
  }

  /**
   * Makes later calls fail. Does not wait for the running call, which then ends its transaction.
   */
  @Override
  public void close() {
    closed = true;
    if (threads == null) {
      rollBackUnlessCalling();
    } else {
      threads.later(this::rollBackUnlessCalling);
    }
  }

  private void rollBackUnlessCalling() {
    if (calling.tryLock()) {
      try {
        rollBack();
      } finally {
        calling.unlock();
      }
    }
  }

  /** Waits until no call is running, and makes later calls fail. */
  void closeAndWait() {
    calling.lock();
    try {
      closed = true;
      rollBack();
    } finally {
      calling.unlock();
    }
  }

  /** Whether the session no longer uses the graph. */
  boolean isDone() {
    return closed && open == null && !calling.isLocked();
  }
}
