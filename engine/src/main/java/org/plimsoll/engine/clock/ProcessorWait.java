package org.plimsoll.engine.clock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a thread was ready to run and waited for a processor. Linux counts it in {@code
 * /proc/self/task/<thread>/schedstat}: the time on a processor and the time waited, in nanoseconds,
 * and the number of time slices. See Documentation/scheduler/sched-stats.rst of the kernel.
 */
final class ProcessorWait {
  private static final Path THIS_THREAD = Path.of("/proc/thread-self");
  private static final Path THREADS = Path.of("/proc/self/task");

  private final Path statistics;

  private ProcessorWait(Path statistics) {
    this.statistics = statistics;
  }

  /** Returns the counter of the calling thread; null if the kernel has none. */
  static @Nullable ProcessorWait ofThisThread() {
    try {
      Path thread = Files.readSymbolicLink(THIS_THREAD).getFileName();
      ProcessorWait its = new ProcessorWait(THREADS.resolve(thread).resolve("schedstat"));
      its.read();
      return its;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Returns the time waited so far in nanoseconds; 0 after the thread has ended. */
  long nanos() {
    try {
      return read();
    } catch (IOException e) {
      return 0;
    }
  }

  private long read() throws IOException {
    return Long.parseLong(Files.readString(statistics).strip().split(" ", -1)[1]);
  }
}
