package org.plimsoll.engine.clock;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Timeline;

/** A clock in real time, based on {@link System#nanoTime}. */
final class SystemClock implements Clock {
  private final TimerThread pacer = new TimerThread("plimsoll-pacer", true, this::failed);
  private final TimerThread housekeeping =
      new TimerThread("plimsoll-housekeeping", false, this::failed);
  private final ExecutorService aside =
      Executors.newThreadPerTaskExecutor(
          Thread.ofPlatform()
              .daemon()
              .name("aside-", 0)
              .uncaughtExceptionHandler((thread, e) -> failed(thread.getName(), e))
              .factory());

  private final Object failures = new Object();
  private @Nullable Failure first;
  private @Nullable BiConsumer<String, Throwable> onFailure;

  private record Failure(String thread, Throwable cause) {}

  private final List<ExecutorService> pools = new CopyOnWriteArrayList<>();

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long pacerWaitNanos() {
    return pacer.waitNanos();
  }

  @Override
  public Timeline pacer() {
    return pacer;
  }

  /** Returns the pacer's timeline. A second spinning thread would use a third more CPU. */
  @Override
  public Timeline target() {
    return pacer;
  }

  @Override
  public Timeline housekeeping() {
    return housekeeping;
  }

  @Override
  public void await(Signal done) throws InterruptedException {
    done.await();
  }

  @Override
  public boolean isVirtual() {
    return false;
  }

  @Override
  public Executor workers(int threads) {
    ExecutorService workers =
        Executors.newFixedThreadPool(
            threads,
            Thread.ofPlatform()
                .daemon()
                .name("plimsoll-worker-", 0)
                .uncaughtExceptionHandler((thread, e) -> failed(thread.getName(), e))
                .factory());
    pools.add(workers);
    return workers;
  }

  @Override
  public void onFailure(BiConsumer<String, Throwable> listener) {
    Failure known;
    synchronized (failures) {
      onFailure = listener;
      known = first;
    }
    if (known != null) {
      listener.accept(known.thread(), known.cause());
    }
  }

  private void failed(String thread, Throwable cause) {
    BiConsumer<String, Throwable> listener;
    synchronized (failures) {
      if (first != null) {
        return;
      }
      first = new Failure(thread, cause);
      listener = onFailure;
    }
    if (listener != null) {
      listener.accept(thread, cause);
    }
  }

  @Override
  public void runAside(Runnable work) {
    aside.execute(work);
  }

  @Override
  public void close() {
    pacer.close();
    housekeeping.close();
    aside.shutdownNow();
    pools.forEach(ExecutorService::shutdownNow);
  }
}
