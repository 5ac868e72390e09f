package org.plimsoll.server.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded pool of platform threads for requests that parse specs and prepare runs. A virtual
 * thread occupies its carrier until it blocks, so a few long requests on virtual threads would
 * delay all others. One caller cannot occupy all threads. Thread-safe.
 */
public final class Workers implements AutoCloseable {
  /** The maximum number of requests in progress. */
  public static final int THREADS = 8;

  /** The maximum number of requests of one caller in progress. */
  public static final int CALLER_THREADS = 6;

  /** The maximum number of requests that wait. */
  public static final int WAITING_MAX = 256;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final long patienceNanos;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS, Thread.ofPlatform().daemon().name("prepare-", 0).factory());
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Integer> byCaller = new HashMap<>();
  private int running;
  private int waiting;

  public Workers() {
    this(PATIENCE);
  }

  /**
   * @param patience time for which a request waits for a thread before it is rejected
   */
  Workers(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /**
   * Returns a handler that runs on a thread of this pool, after the body of its request has
   * arrived.
   */
  public Handler bounded(Handler handler) {
    return request -> {
      // A slow body must not occupy a thread of the pool.
      Bodies.awaitSettings(request);
      String who = Caller.of(request).name();
      enter(who);
      try {
        run(handler, request);
      } finally {
        leave(who);
      }
    };
  }

  private void run(Handler handler, Context request) throws Exception {
    try {
      threads
          .submit(() -> {
            handler.handle(request);
            return null;
          })
          .get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  private void enter(String who) throws InterruptedException {
    lock.lock();
    try {
      if (waiting >= WAITING_MAX) {
        throw busy();
      }
      waiting++;
      try {
        long leftNanos = patienceNanos;
        while (running >= THREADS || byCaller.getOrDefault(who, 0) >= CALLER_THREADS) {
          if (leftNanos <= 0) {
            throw busy();
          }
          leftNanos = changed.awaitNanos(leftNanos);
        }
      } finally {
        waiting--;
      }
      running++;
      byCaller.merge(who, 1, Integer::sum);
    } finally {
      lock.unlock();
    }
  }

  private static Problem busy() {
    return Problem.tooMany("The server is preparing too many runs and changes. Wait a second.");
  }

  private void leave(String who) {
    lock.lock();
    try {
      running--;
      byCaller.computeIfPresent(who, (_, its) -> its == 1 ? null : its - 1);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
