package org.plimsoll.engine.driver;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/**
 * Adapts a blocking session: runs its calls on the threads of an executor. The thread that
 * completed an operation may start the next one. That call then runs on the same thread, so a
 * closed load needs no handoff between threads. An operation counts as started when its call
 * starts. Thus the wake-up of a thread counts as the generator's time, not the store's.
 */
final class BlockingAdapter implements Session {
  private final BlockingSession session;
  private final Executor executor;
  private final AtomicReference<@Nullable Call> current = new AtomicReference<>();
  private volatile boolean closed;

  /** The thread inside {@link Call#run}, which may continue with the next call. */
  private volatile @Nullable Thread runner;

  BlockingAdapter(BlockingSession session, Executor executor) {
    this.session = session;
    this.executor = executor;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    begin(new Call(operation, completion, false));
  }

  @Override
  public void rehearse(Operation operation, Completion completion) {
    begin(new Call(operation, completion, true));
  }

  private void begin(Call call) {
    current.set(call);
    if (closed) {
      var _ = call.end(Outcome.failed(FailureCode.Common.CLOSED));
    } else if (runner == Thread.currentThread()) {
      call.perform();
    } else {
      try {
        executor.execute(call);
      } catch (RejectedExecutionException e) {
        var _ = call.end(Outcome.failed(FailureCode.Common.CLOSED));
      }
    }
  }

  /**
   * Ends the call in flight, closes its session and then interrupts its thread. If the thread were
   * interrupted first, the session could take this for a failure and send the operation again.
   */
  @Override
  public void close() {
    closed = true;
    Call call = current.get();
    boolean abandons = call != null && call.end(Outcome.failed(FailureCode.Common.CLOSED));
    try {
      session.close();
    } finally {
      if (abandons && session.isInterruptible()) {
        interruptRunner();
      }
    }
  }

  /**
   * Interrupts the thread inside a call, under the lock of {@link #leave}. A thread that has left
   * may work for another session.
   */
  private synchronized void interruptRunner() {
    Thread busy = runner;
    if (busy != null && busy != Thread.currentThread()) {
      busy.interrupt();
    }
  }

  /** Clears the runner, unless another thread has already started the next call. */
  private synchronized void leave() {
    if (runner == Thread.currentThread()) {
      runner = null;
      if (closed) {
        boolean _ = Thread.interrupted();
      }
    }
  }

  /**
   * One operation. The call is ended by its own thread or by the closing thread, whichever is
   * first.
   */
  private final class Call implements Runnable {
    private final Operation operation;
    private final Completion completion;
    private final boolean rehearses;

    Call(Operation operation, Completion completion, boolean rehearses) {
      this.operation = operation;
      this.completion = completion;
      this.rehearses = rehearses;
    }

    @Override
    public void run() {
      runner = Thread.currentThread();
      try {
        perform();
      } finally {
        leave();
      }
    }

    void perform() {
      if (current.get() != this) {
        return; // the session was closed before the call started, so its operation has ended
      }
      completion.started();
      Outcome outcome;
      try {
        outcome = rehearses ? rehearsed() : session.execute(operation);
      } catch (InterruptedException e) {
        outcome = Outcome.failed(FailureCode.Common.INTERRUPTED);
      } catch (Exception e) {
        outcome = Outcome.failed(session.failureCode(e), e);
      }
      var _ = end(outcome);
    }

    private Outcome rehearsed() throws Exception {
      session.rehearse(operation);
      return Outcome.succeeded(0);
    }

    /** Ends the operation; false if it has been ended before. */
    boolean end(Outcome outcome) {
      boolean first = current.compareAndSet(this, null);
      if (first) {
        completion.complete(outcome);
      }
      return first;
    }
  }
}
