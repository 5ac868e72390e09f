package org.plimsoll.engine.driver;

import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * A blocking session that is created, used and closed on its own thread. Closing waits until the
 * session is closed, unless a call is in flight. Such a call may never return; when it does, its
 * thread closes the session.
 */
final class ConfinedSession implements BlockingSession {
  private static final long CLOSE_SECONDS = 10;

  private final BlockingSession session;
  private final ExecutorService executor;
  private final Thread thread;

  /**
   * Whether a call is in flight. Read by the closing thread. The session's thread writes it twice
   * per call, without a fence.
   */
  private final AtomicBoolean calling = new AtomicBoolean();

  private ConfinedSession(BlockingSession session, ExecutorService executor) {
    this.session = session;
    this.executor = executor;
    this.thread = Thread.currentThread();
  }

  /** Opens a session on a new thread. */
  static Session open(ThreadFactory threads, Callable<? extends BlockingSession> maker)
      throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor(threads);
    try {
      ConfinedSession confined =
          executor.submit(() -> new ConfinedSession(maker.call(), executor)).get();
      return new BlockingAdapter(confined, executor);
    } catch (ExecutionException e) {
      executor.shutdown();
      switch (e.getCause()) {
        case Exception exception -> throw exception;
        case Error error -> throw error;
        case null, default -> throw e;
      }
    } catch (InterruptedException | CancellationException e) {
      executor.shutdownNow();
      throw e;
    }
  }

  @Override
  public Outcome execute(Operation operation) throws Exception {
    calling.setRelease(true);
    try {
      return session.execute(operation);
    } finally {
      calling.setRelease(false);
    }
  }

  @Override
  public void rehearse(Operation operation) throws Exception {
    calling.setRelease(true);
    try {
      session.rehearse(operation);
    } finally {
      calling.setRelease(false);
    }
  }

  @Override
  public FailureCode failureCode(Exception exception) {
    return session.failureCode(exception);
  }

  @Override
  public boolean isInterruptible() {
    return session.isInterruptible();
  }

  @Override
  public void close() {
    boolean waits = !calling.getAcquire() && Thread.currentThread() != thread;
    try {
      executor.execute(session::close);
    } catch (RejectedExecutionException e) {
      return; // already closed
    }
    executor.shutdown();
    if (waits) {
      awaitEnd();
    }
  }

  private void awaitEnd() {
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        System.getLogger(ConfinedSession.class.getName())
            .log(System.Logger.Level.WARNING, "a session did not close within 10 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
