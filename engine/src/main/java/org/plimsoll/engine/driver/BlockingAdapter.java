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
 * A session of straight-line code, run on the executor's threads. An operation that is begun by the
 * thread that has just completed the one before stays on that thread: a closed load then costs no
 * hand-over at all. The operation counts as started when its call begins, so that the wake-up of a
 * thread is the generator's time and not the store's.
 */
final class BlockingAdapter implements Session {
  private final BlockingSession session;
  private final Executor executor;
  private final AtomicReference<@Nullable Call> current = new AtomicReference<>();
  private volatile boolean closed;

  /** The thread inside {@link Call#run}, which may go on with the next call. */
  private volatile @Nullable Thread runner;

  BlockingAdapter(BlockingSession session, Executor executor) {
    this.session = session;
    this.executor = executor;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    Call call = new Call(operation, completion);
    current.set(call);
    if (closed) {
      call.end(Outcome.failed(FailureCode.Common.CLOSED));
    } else if (runner == Thread.currentThread()) {
      call.perform();
    } else {
      try {
        executor.execute(call);
      } catch (RejectedExecutionException e) {
        call.end(Outcome.failed(FailureCode.Common.CLOSED));
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    Thread busy = runner;
    Call call = current.get();
    if (call != null) {
      call.end(Outcome.failed(FailureCode.Common.CLOSED));
    }
    if (busy != null && busy != Thread.currentThread()) {
      busy.interrupt();
    }
    session.close();
  }

  /** One operation, ended by its thread or by the closing one, whichever is first. */
  private final class Call implements Runnable {
    private final Operation operation;
    private final Completion completion;

    Call(Operation operation, Completion completion) {
      this.operation = operation;
      this.completion = completion;
    }

    @Override
    public void run() {
      runner = Thread.currentThread();
      try {
        perform();
      } finally {
        runner = null;
      }
    }

    void perform() {
      completion.started();
      Outcome outcome;
      try {
        outcome = session.execute(operation);
      } catch (InterruptedException e) {
        outcome = Outcome.failed(FailureCode.Common.INTERRUPTED);
      } catch (Exception e) {
        outcome = Outcome.failed(session.failureCode(e), e);
      }
      end(outcome);
    }

    void end(Outcome outcome) {
      if (current.compareAndSet(this, null)) {
        completion.complete(outcome);
      }
    }
  }
}
