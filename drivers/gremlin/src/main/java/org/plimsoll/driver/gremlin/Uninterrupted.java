package org.plimsoll.driver.gremlin;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Threads that are never interrupted. Berkeley DB closes its whole environment when one of its
 * threads is interrupted, and the engine interrupts the call of a session that it closes.
 */
final class Uninterrupted implements AutoCloseable {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("graph").factory());

  /** Runs a task on another thread and waits until it ends, even if the caller is interrupted. */
  <T> T call(Callable<T> work) throws Exception {
    Future<T> result = threads.submit(work);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return result.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Runs a task on another thread without waiting for it. Does nothing after the target is closed.
   */
  void later(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      // The target has already closed its sessions.
    }
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}
