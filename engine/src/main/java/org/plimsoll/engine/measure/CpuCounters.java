package org.plimsoll.engine.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Linux's counters of the machine's CPU time and of this process's cgroup quota. Values that cannot
 * be read are 0.
 */
final class CpuCounters {
  private static final Path STAT = Path.of("/proc/stat");
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int IDLE_COLUMN = 4;
  private static final int IO_WAIT_COLUMN = 5;
  private static final int STEAL_COLUMN = 8;

  /** The file with the statistics of the process's cgroup; null if there is none. */
  private final @Nullable Path group = groupStat();

  /**
   * A reading of cumulative counters.
   *
   * @param totalTicks ticks of all processors, including {@code idleTicks} and {@code stealTicks}
   * @param throttledNanos time for which the cgroup's CPU quota was exhausted
   */
  record Reading(long totalTicks, long idleTicks, long stealTicks, long throttledNanos) {}

  Reading read() {
    long[] ticks = new long[STEAL_COLUMN + 1];
    long total = 0;
    for (String line : lines(STAT)) {
      if (line.startsWith("cpu ")) {
        String[] columns = line.split("\\s+", -1);
        for (int i = 1; i < columns.length && i <= STEAL_COLUMN; i++) {
          ticks[i] = Long.parseLong(columns[i]);
          total += ticks[i];
        }
      }
    }
    return new Reading(
        total,
        ticks[IDLE_COLUMN] + ticks[IO_WAIT_COLUMN],
        ticks[STEAL_COLUMN],
        group == null ? 0 : throttledNanos(lines(group)));
  }

  /** Parses the throttled time: microseconds in cgroup version 2, nanoseconds in version 1. */
  static long throttledNanos(List<String> stat) {
    for (String line : stat) {
      if (line.startsWith("throttled_usec ")) {
        return TimeUnit.MICROSECONDS.toNanos(Long.parseLong(line.split(" ", -1)[1]));
      }
      if (line.startsWith("throttled_time ")) {
        return Long.parseLong(line.split(" ", -1)[1]);
      }
    }
    return 0;
  }

  /** The file of the cgroup itself, or of the mount's root, which is the cgroup in a container. */
  private static @Nullable Path groupStat() {
    for (String line : lines(Path.of("/proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean isSecondVersion = parts[0].equals("0") && parts[1].isEmpty();
      if (!isSecondVersion && !List.of(parts[1].split(",", -1)).contains("cpu")) {
        continue;
      }
      Path mount = isSecondVersion ? GROUPS : GROUPS.resolve(parts[1]);
      Path named = mount.resolve(parts[2].substring(1)).resolve("cpu.stat");
      Path found =
          Stream.of(named, mount.resolve("cpu.stat"))
              .filter(Files::isReadable)
              .findFirst()
              .orElse(null);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }
}
