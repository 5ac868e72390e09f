package org.plimsoll.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The properties of a machine that affect measurements.
 *
 * @param processors number of processors available to this process
 * @param memoryBytes memory of the machine; 0 if unknown
 * @param clockSource clock source of the kernel; {@code hpet} and {@code acpi_pm} are slow
 * @param governor CPU frequency governor; empty if there is none
 */
public record MachineFacts(
    int processors, long memoryBytes, long heapMaxBytes, String clockSource, String governor) {
  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final Path GOVERNOR =
      Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  /** Reads the properties of this machine. */
  public static MachineFacts ofThisMachine() {
    return new MachineFacts(
        Runtime.getRuntime().availableProcessors(),
        readMemoryBytes(),
        Runtime.getRuntime().maxMemory(),
        firstLine(CLOCK_SOURCE).orElse(""),
        firstLine(GOVERNOR).orElse(""));
  }

  private static long readMemoryBytes() {
    String kibibytes = firstLine(MEMORY).orElse("").replaceAll("\\D", "");
    return kibibytes.isEmpty() ? 0 : Long.parseLong(kibibytes) * 1024;
  }

  private static Optional<String> firstLine(Path file) {
    try {
      return Files.isReadable(file)
          ? Files.readAllLines(file).stream().findFirst().map(String::strip)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
