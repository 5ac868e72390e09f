package org.plimsoll.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.plimsoll.api.BlockingSession;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Key;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Row;

/** Closing a session ends its call, also one that has just begun or has not begun. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class BlockingAdapterTest {
  private static final long PARK_NANOS = 1_000_000;

  private final StalledSession session = new StalledSession();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<Boolean> interruptedAtTheEnd = new CopyOnWriteArrayList<>();

  /**
   * Executes work on new threads, and remembers whether it leaves them interrupted. A thread is
   * known before it starts, because it may start the next one.
   */
  private void start(Runnable work) {
    Thread thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              work.run();
              interruptedAtTheEnd.add(Thread.interrupted());
            });
    threads.add(thread);
    thread.start();
  }

  /** Told first, a driver does not take the interrupt for a failure, and sends nothing again. */
  @Test
  void aSessionIsClosedBeforeItsCallIsInterrupted() throws Exception {
    BlockingAdapter adapter = new BlockingAdapter(session, this::start);
    Ended ended = new Ended();
    adapter.execute(new Read(), ended);
    session.awaitStall();
    adapter.close();
    assertThat(ended.failureCode()).isEqualTo("closed");
    session.awaitReturn();
    assertThat(session.interruptedAtClose).isFalse();
    threads.getFirst().join();
    assertThat(interruptedAtTheEnd).containsExactly(false);
  }

  @Test
  void aCallThatBeganBeforeThePreviousOneHadLeftItsThreadIsInterrupted() throws Exception {
    session.answered.set(1);
    BlockingAdapter adapter = new BlockingAdapter(session, this::start);
    Ended second = new Ended();
    Ended first =
        new Ended(() -> {
          var _ = Thread.ofPlatform().start(() -> adapter.execute(new Read(), second));
          session.awaitStall();
        });
    adapter.execute(new Read(), first);
    assertThat(first.failureCode()).isNull();
    threads.getFirst().join();
    adapter.close();
    assertThat(second.failureCode()).isEqualTo("closed");
    session.awaitReturn();
  }

  @Test
  void aCallThatHasNotBegunIsNotSentAfterTheClose() {
    Deque<Runnable> waiting = new ArrayDeque<>();
    BlockingAdapter adapter = new BlockingAdapter(session, waiting::add);
    Ended ended = new Ended();
    adapter.execute(new Read(), ended);
    adapter.close();
    assertThat(ended.failureCode()).isEqualTo("closed");
    waiting.remove().run();
    assertThat(session.calls).hasValue(0);
  }

  /** A store that answers some calls, and no further one until that is interrupted. */
  private static final class StalledSession implements BlockingSession {
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final CompletableFuture<Thread> stalled = new CompletableFuture<>();
    private final CountDownLatch returned = new CountDownLatch(1);
    private volatile boolean interruptedAtClose;
    private volatile boolean closed;

    @Override
    public Outcome execute(Operation operation) {
      if (calls.incrementAndGet() > answered.get()) {
        Thread thread = Thread.currentThread();
        stalled.complete(thread);
        while (!thread.isInterrupted() || !closed) {
          LockSupport.parkNanos(PARK_NANOS);
        }
        returned.countDown();
      }
      return Outcome.succeeded(0);
    }

    void awaitStall() {
      var _ = stalled.join();
    }

    void awaitReturn() throws InterruptedException {
      returned.await();
    }

    @Override
    public void close() {
      interruptedAtClose = stalled.isDone() && stalled.join().isInterrupted();
      closed = true;
    }
  }

  private static final class Ended implements Completion {
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Runnable then;

    Ended() {
      this(() -> {});
    }

    /** Continues on the thread of the call, as a load does. */
    Ended(Runnable then) {
      this.then = then;
    }

    @Override
    public void started() {}

    @Override
    public void complete(Outcome ended) {
      then.run();
      outcome.complete(ended);
    }

    @Nullable String failureCode() {
      return outcome.join().failureCode();
    }
  }

  private static final class Read implements Operation {
    @Override
    public OperationType type() {
      return OperationType.READ;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Key key(int index) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Row row(int index) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int scanLength() {
      return 0;
    }

    @Override
    public long deadlineNanos() {
      return Long.MAX_VALUE;
    }
  }
}
