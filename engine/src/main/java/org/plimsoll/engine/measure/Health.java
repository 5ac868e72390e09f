package org.plimsoll.engine.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * The generator's own condition: CPU, stolen CPU, stops, allocation. In virtual time only the
 * allocation is told, since the rest would hold real time against virtual time.
 */
public final class Health implements AutoCloseable {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final CpuCounters processors = new CpuCounters();

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
   * @param totalTicks of all processors, {@code idleTicks} and {@code stealTicks} among them; 0
   *     where they cannot be read
   * @param throttledNanos in which a quota of processor time was used up
   * @param pauses times that the whole process stood still, {@code pauseNanosTotal} for how long
   */
  public record Reading(
      long cpuNanos,
      long allocatedBytes,
      long totalTicks,
      long idleTicks,
      long stealTicks,
      long throttledNanos,
      long pauses,
      long pauseNanosTotal) {}

  public Reading read() {
    long allocatedBytes = threads.getTotalThreadAllocatedBytes();
    if (stops == null) {
      return new Reading(0, allocatedBytes, 0, 0, 0, 0, 0, 0);
    }
    CpuCounters.Reading cpu = processors.read();
    StopMeter.Stops stopped = stops.stops();
    return new Reading(
        system.getProcessCpuTime(),
        allocatedBytes,
        cpu.totalTicks(),
        cpu.idleTicks(),
        cpu.stealTicks(),
        cpu.throttledNanos(),
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
