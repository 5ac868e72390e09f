package org.plimsoll.engine.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The generator's own condition: CPU, stolen CPU, stops, allocation. In virtual time only the
 * allocation is told, since the rest would hold real time against virtual time.
 */
public final class Health implements AutoCloseable {
  private static final Path PROC_STAT = Path.of("/proc/stat");
  private static final int STEAL_COLUMN = 8;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** Null in virtual time. */
  private final @Nullable StopMeter stops;

  /** Begins to watch. */
  public Health(boolean isVirtualTime) {
    if (isVirtualTime) {
      stops = null;
    } else {
      stops = new StopMeter(SafepointCounters.ofThisProcess(), system::getProcessCpuTime);
      stops.start();
    }
  }

  /**
   * A reading of what only grows.
   *
   * @param allocatedBytes by all threads of the process
   * @param stealTicks and {@code totalTicks}: of all processors; 0 where they cannot be read
   * @param pauses times that the whole process stood still, {@code pauseNanosTotal} for how long
   */
  public record Reading(
      long cpuNanos,
      long allocatedBytes,
      long stealTicks,
      long totalTicks,
      long pauses,
      long pauseNanosTotal) {
    /** Share of all processors' time that was stolen since an earlier reading. */
    public double stealShareSince(Reading earlier) {
      long ticks = totalTicks - earlier.totalTicks;
      return ticks <= 0 ? 0 : (double) (stealTicks - earlier.stealTicks) / ticks;
    }
  }

  public Reading read() {
    long allocatedBytes = threads.getTotalThreadAllocatedBytes();
    if (stops == null) {
      return new Reading(0, allocatedBytes, 0, 0, 0, 0);
    }
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
    StopMeter.Stops stopped = stops.stops();
    return new Reading(
        system.getProcessCpuTime(),
        allocatedBytes,
        stealTicks,
        totalTicks,
        stopped.count(),
        stopped.nanosTotal());
  }

  /** The longest pause since the last call. */
  public long takePauseNanosMax() {
    return stops == null ? 0 : stops.takeNanosMax();
  }

  public static long heapUsedBytes() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Override
  public void close() {
    if (stops != null) {
      stops.close();
    }
  }
}
