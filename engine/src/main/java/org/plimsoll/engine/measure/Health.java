package org.plimsoll.engine.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * The generator's own condition: CPU, stolen CPU, garbage collection pauses, allocation. Pauses are
 * what the collectors report, in whole milliseconds; concurrent cycles are not pauses.
 */
public final class Health implements AutoCloseable {
  private static final Path PROC_STAT = Path.of("/proc/stat");
  private static final int STEAL_COLUMN = 8;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final NotificationListener listener = this::collected;
  private final List<NotificationEmitter> emitters = new ArrayList<>();
  private long pauseNanosTotal;
  private long pauseNanosMaxSinceReset;

  /** Begins to listen to the collectors. */
  public Health() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(listener, null, null);
        emitters.add(emitter);
      }
    }
  }

  /**
   * A reading of what only grows.
   *
   * @param allocatedBytes by all threads of the process
   * @param stealTicks and {@code totalTicks}: of all processors; 0 where they cannot be read
   */
  public record Reading(
      long cpuNanos, long allocatedBytes, long stealTicks, long totalTicks, long pauseNanosTotal) {
    /** Share of all processors' time that was stolen since an earlier reading. */
    public double stealShareSince(Reading earlier) {
      long ticks = totalTicks - earlier.totalTicks;
      return ticks <= 0 ? 0 : (double) (stealTicks - earlier.stealTicks) / ticks;
    }
  }

  public Reading read() {
    long stealTicks = 0;
    long totalTicks = 0;
    try {
      if (Files.isReadable(PROC_STAT)) {
        String first = Files.readString(PROC_STAT).lines().findFirst().orElse("");
        String[] columns = first.split("\\s+", -1);
        for (int i = 1; i < columns.length && i <= STEAL_COLUMN; i++) {
          totalTicks += Long.parseLong(columns[i]);
        }
        if (columns.length > STEAL_COLUMN) {
          stealTicks = Long.parseLong(columns[STEAL_COLUMN]);
        }
      }
    } catch (IOException e) {
      totalTicks = 0;
    }
    synchronized (this) {
      return new Reading(
          system.getProcessCpuTime(),
          threads.getTotalThreadAllocatedBytes(),
          stealTicks,
          totalTicks,
          pauseNanosTotal);
    }
  }

  /** The longest pause since the last call. */
  public synchronized long takePauseNanosMax() {
    long max = pauseNanosMaxSinceReset;
    pauseNanosMaxSinceReset = 0;
    return max;
  }

  public static long heapUsedBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Override
  public void close() {
    for (NotificationEmitter emitter : emitters) {
      try {
        emitter.removeNotificationListener(listener);
      } catch (ListenerNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
    emitters.clear();
  }

  private void collected(Notification notification, Object handback) {
    if (!(notification.getUserData() instanceof CompositeData data)) {
      return;
    }
    GarbageCollectionNotificationInfo info = GarbageCollectionNotificationInfo.from(data);
    if (info.getGcName().contains("Concurrent") || info.getGcName().contains("Cycles")) {
      return;
    }
    long nanos = TimeUnit.MILLISECONDS.toNanos(info.getGcInfo().getDuration());
    synchronized (this) {
      pauseNanosTotal += nanos;
      pauseNanosMaxSinceReset = Math.max(pauseNanosMaxSinceReset, nanos);
    }
  }
}
