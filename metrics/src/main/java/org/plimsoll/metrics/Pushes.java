package org.plimsoll.metrics;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Sends periodically on its own thread, and a last time at the end. */
final class Pushes {
  /** A single send operation, which handles its own failures. */
  @FunctionalInterface
  interface Push {
    void run() throws InterruptedException;
  }

  private final Duration step;
  private final Push push;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private boolean closed;

  Pushes(String name, Duration step, Push push) {
    this.step = step;
    this.push = push;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!awaitEnd()) {
        push.run();
      }
      push.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitEnd() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = step.toNanos();
      while (!closed && left > 0) {
        left = ended.awaitNanos(left);
      }
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Sends a last time and waits for it; the send operation has its own deadline. */
  void close() {
    lock.lock();
    try {
      closed = true;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
