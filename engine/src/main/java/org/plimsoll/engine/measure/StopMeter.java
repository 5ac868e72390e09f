package org.plimsoll.engine.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures number and length of pauses of the whole generator, in nanoseconds. The JVM counts
 * safepoints, including garbage collections, exactly. Pauses from outside (a signal, a hypervisor,
 * a quota) are detected by a thread that sleeps on an absolute schedule, as in Gil Tene's jHiccup.
 * If it wakes late and the process got almost no CPU time in the meantime, the whole process was
 * paused. If it only wakes late, other processes may have had the CPUs.
 */
final class StopMeter implements AutoCloseable {
  /** Wake-up period; DECISIONS.md has the cost of fifty wake-ups a second. */
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Twice the resolution of the process's CPU time. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final @Nullable SafepointCounters safepoints;
  private final LongSupplier cpuNanos;
  private final Consumer<Throwable> failed;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("plimsoll-stops").unstarted(this::loop);
  private volatile boolean closed;

  /** The next wake-up of the thread; 0 before it has started. Guarded by this. */
  private long dueNanos;

  private long seenSafepoints;
  private long seenSafepointNanos;
  private long seenCpuNanos;
  private long count;
  private long nanosTotal;
  private long nanosMaxSinceReset;

  /**
   * @param safepoints null if the JVM does not count them; then every late wake-up is a pause
   * @param cpuNanos CPU time of the process so far
   */
  StopMeter(@Nullable SafepointCounters safepoints, LongSupplier cpuNanos) {
    this(safepoints, cpuNanos, _ -> {});
  }

  /**
   * Creates a meter.
   *
   * @param failed receives a failure of the meter's thread, which then counts no more pauses
   */
  StopMeter(
      @Nullable SafepointCounters safepoints, LongSupplier cpuNanos, Consumer<Throwable> failed) {
    this.failed = failed;
    this.safepoints = safepoints;
    this.cpuNanos = cpuNanos;
    this.seenCpuNanos = cpuNanos.getAsLong();
    if (safepoints != null) {
      seenSafepoints = safepoints.count();
      seenSafepointNanos = safepoints.nanos();
    }
  }

  /** The number and total length of the pauses since the meter was created. */
  record Stops(long count, long nanosTotal) {}

  synchronized void start() {
    dueNanos = System.nanoTime() + PERIOD_NANOS;
    thread.start();
  }

  synchronized Stops stops() {
    seeOverdue();
    takeSafepoints();
    return new Stops(count, nanosTotal);
  }

  /**
   * Returns the longest pause since the last call; pauses within 20 ms of each other count as one.
   */
  synchronized long takeNanosMax() {
    seeOverdue();
    takeSafepoints();
    long max = nanosMaxSinceReset;
    nanosMaxSinceReset = 0;
    return max;
  }

  /**
   * Includes a pause that has just ended. All threads wake at once, and a caller may run before the
   * meter's own thread.
   */
  private void seeOverdue() {
    if (dueNanos != 0 && System.nanoTime() - dueNanos >= HELD_NANOS) {
      wake();
    }
  }

  /** Compares now with the due instant; returns the time until the next wake-up. */
  private synchronized long wake() {
    long leftNanos = dueNanos - System.nanoTime();
    if (leftNanos <= 0) {
      woke(-leftNanos);
      dueNanos += PERIOD_NANOS * (1 - leftNanos / PERIOD_NANOS);
      leftNanos = dueNanos - System.nanoTime();
    }
    return leftNanos;
  }

  /** Records how late a wake-up was. */
  synchronized void woke(long lateNanos) {
    long nowCpuNanos = cpuNanos.getAsLong();
    long usedNanos = nowCpuNanos - seenCpuNanos;
    seenCpuNanos = nowCpuNanos;
    long stoppedNanos = takeSafepoints();
    boolean isHeld = safepoints == null || usedNanos * 2 < lateNanos;
    if (isHeld && lateNanos >= HELD_NANOS && lateNanos > stoppedNanos) {
      add(1, lateNanos - stoppedNanos);
    }
  }

  private long takeSafepoints() {
    if (safepoints == null) {
      return 0;
    }
    long nowCount = safepoints.count();
    long nowNanos = safepoints.nanos();
    long stoppedNanos = nowNanos - seenSafepointNanos;
    add(nowCount - seenSafepoints, stoppedNanos);
    seenSafepoints = nowCount;
    seenSafepointNanos = nowNanos;
    return stoppedNanos;
  }

  private void add(long stops, long nanos) {
    count += stops;
    nanosTotal += nanos;
    nanosMaxSinceReset = Math.max(nanosMaxSinceReset, nanos);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void loop() {
    try {
      while (!closed) {
        long leftNanos = wake();
        if (leftNanos > 0) {
          LockSupport.parkNanos(this, leftNanos);
        }
      }
    } catch (Throwable e) {
      failed.accept(e);
    }
  }
}
