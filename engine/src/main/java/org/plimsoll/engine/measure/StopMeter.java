package org.plimsoll.engine.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How often and how long the whole generator stood still, in nanoseconds. Safepoints (garbage
 * collections among them) are counted exactly, by the JVM. What stops the process from outside – a
 * signal, a hypervisor, a quota – is seen by a thread that sleeps on an absolute schedule, as Gil
 * Tene's jHiccup does: when it wakes late and the process got next to no processor time meanwhile,
 * everything was held. A late thread alone says only that others had the processors.
 */
final class StopMeter implements AutoCloseable {
  /** Fifty wake-ups a second: see DECISIONS.md for what they cost. */
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Twice the resolution of the process's CPU time. */
  private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final @Nullable SafepointCounters safepoints;
  private final LongSupplier cpuNanos;
  private final Thread thread =
      Thread.ofPlatform().daemon().name("plimsoll-stops").unstarted(this::loop);
  private volatile boolean closed;

  /** When the thread should wake next; 0 before it has started. Guarded by this. */
  private long dueNanos;

  private long seenSafepoints;
  private long seenSafepointNanos;
  private long seenCpuNanos;
  private long count;
  private long nanosTotal;
  private long nanosMaxSinceReset;

  /**
   * @param safepoints null where the JVM does not count them: then every late wake-up is a stop
   * @param cpuNanos processor time of the process so far
   */
  StopMeter(@Nullable SafepointCounters safepoints, LongSupplier cpuNanos) {
    this.safepoints = safepoints;
    this.cpuNanos = cpuNanos;
    this.seenCpuNanos = cpuNanos.getAsLong();
    if (safepoints != null) {
      seenSafepoints = safepoints.count();
      seenSafepointNanos = safepoints.nanos();
    }
  }

  /** Stops since the meter was made. */
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

  /** The longest stop since the last call; those within 20 ms of one another count as one. */
  synchronized long takeNanosMax() {
    seeOverdue();
    takeSafepoints();
    long max = nanosMaxSinceReset;
    nanosMaxSinceReset = 0;
    return max;
  }

  /**
   * After a stop all threads wake at once. Whoever asks before the meter's own thread has come to
   * run must not miss what just happened.
   */
  private void seeOverdue() {
    if (dueNanos != 0 && System.nanoTime() - dueNanos >= HELD_NANOS) {
      wake();
    }
  }

  /** Compares with the instant that was due; returns how long it is until the next. */
  private synchronized long wake() {
    long leftNanos = dueNanos - System.nanoTime();
    if (leftNanos <= 0) {
      woke(-leftNanos);
      dueNanos += PERIOD_NANOS * (1 - leftNanos / PERIOD_NANOS);
      leftNanos = dueNanos - System.nanoTime();
    }
    return leftNanos;
  }

  /** A wake-up was this late, compared with the last one. */
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
    while (!closed) {
      long leftNanos = wake();
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
      }
    }
  }
}
