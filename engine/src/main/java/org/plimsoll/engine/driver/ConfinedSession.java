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
 * A session of straight-line code that is made, used and closed on one thread of its own. Whoever
 * closes it waits for its end, unless a call is in flight: that call may never return, and the
 * session is then closed by its thread when it does.
 */
final class ConfinedSession implements BlockingSession {
  private static final long CLOSE_SECONDS = 10;

  private final BlockingSession session;
  private final ExecutorService executor;
  private final Thread thread;

  /** Read by whoever closes; the session's thread, which writes it twice a call, needs no fence. */
  private final AtomicBoolean calling = new AtomicBoolean();

  private ConfinedSession(BlockingSession session, ExecutorService executor) {
    this.session = session;
    this.executor = executor;
    this.thread = Thread.currentThread();
  }

  /** Makes a session on a thread of its own. */
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
  public FailureCode failureCode(Exception exception) {
    return session.failureCode(exception);
  }

  @Override
  public void close() {
    boolean waits = !calling.getAcquire() && Thread.currentThread() != thread;
    try {
      executor.execute(session::close);
    } catch (RejectedExecutionException e) {
      return; // closed before
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
            .log(System.Logger.Level.WARNING, "a session takes long to close; it is left alone");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
