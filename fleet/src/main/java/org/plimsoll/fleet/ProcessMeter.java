package org.plimsoll.fleet;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures the processor time and memory of this process. */
public final class ProcessMeter {
  private static final Path MEMORY = Path.of("/proc/self/statm");
  private static final long PAGE_BYTES = 4096;

  private long beforeNanos;
  private long cpuBeforeNanos;

  public ProcessMeter() {
    beforeNanos = System.nanoTime();
    cpuBeforeNanos = cpuNanos();
  }

  /** Returns the average number of processors used since the last call; negative if unknown. */
  public synchronized double cpu() {
    long nowNanos = System.nanoTime();
    long cpuNanos = cpuNanos();
    double used =
        cpuNanos < 0 || nowNanos <= beforeNanos
            ? -1
            : (double) (cpuNanos - cpuBeforeNanos) / (nowNanos - beforeNanos);
    beforeNanos = nowNanos;
    cpuBeforeNanos = cpuNanos;
    return used;
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : -1;
  }

  /** Returns the resident memory of this process in bytes; negative if unknown. */
  public static long residentBytes() {
    try {
      return Long.parseLong(Files.readString(MEMORY).split(" ", -1)[1]) * PAGE_BYTES;
    } catch (IOException | NumberFormatException e) {
      return -1; // not Linux
    }
  }
}
