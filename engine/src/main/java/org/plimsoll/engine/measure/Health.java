package org.plimsoll.engine.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The health of the generator: CPU, stolen CPU, pauses, allocation. In virtual time only allocation
 * is reported, since the rest is in real time.
 */
public final class Health implements AutoCloseable {
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private final CpuCounters processors = new CpuCounters();
  private final LongSupplier pacerWaitNanos;

  /** Measures pauses; null in virtual time. */
  private final @Nullable StopMeter stops;

  /**
   * Starts monitoring.
   *
   * @param pacerWaitNanos supplies the time for which the pacer has waited for a processor
   */
  public Health(boolean isVirtualTime, LongSupplier pacerWaitNanos) {
    this(isVirtualTime, pacerWaitNanos, _ -> {});
  }

  /**
   * Starts monitoring.
   *
   * @param failed receives a failure of the thread that measures pauses
   */
  public Health(boolean isVirtualTime, LongSupplier pacerWaitNanos, Consumer<Throwable> failed) {
    this.pacerWaitNanos = pacerWaitNanos;
    if (isVirtualTime) {
      stops = null;
    } else {
      stops = new StopMeter(SafepointCounters.ofThisProcess(), system::getProcessCpuTime, failed);
      stops.start();
    }
  }

  /**
   * A reading of cumulative counters.
   *
   * @param allocatedBytes bytes allocated by all threads of the process
   * @param ticks ticks of all processors
   * @param throttledNanos time for which the CPU quota was exhausted
   * @param pauses number of pauses of the whole process; {@code pauseNanosTotal} is their total
   *     length
   * @param pacerWaitNanos time for which the pacer was ready to run and waited for a processor
   */
  public record Reading(
      long cpuNanos,
      long allocatedBytes,
      Ticks ticks,
      long throttledNanos,
      long pauses,
      long pauseNanosTotal,
      long pacerWaitNanos) {}

  /**
   * Ticks of all processors.
   *
   * @param total ticks of all kinds; 0 if unknown
   */
  public record Ticks(long total, long idle, long steal) {
    private static final Ticks NONE = new Ticks(0, 0, 0);
  }

  public Reading read() {
    long allocatedBytes = threads.getTotalThreadAllocatedBytes();
    if (stops == null) {
      return new Reading(0, allocatedBytes, Ticks.NONE, 0, 0, 0, 0);
    }
    CpuCounters.Reading cpu = processors.read();
    StopMeter.Stops stopped = stops.stops();
    return new Reading(
        system.getProcessCpuTime(),
        allocatedBytes,
        new Ticks(cpu.totalTicks(), cpu.idleTicks(), cpu.stealTicks()),
        cpu.throttledNanos(),
        stopped.count(),
        stopped.nanosTotal(),
        pacerWaitNanos.getAsLong());
  }

  /** Returns the longest pause since the last call. */
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
