package org.plimsoll.server.run;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.metrics.Exposition;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.run.RunControl;
import org.plimsoll.settings.RunRequest;

/** A served run of many days in virtual time, on one thread, with measurements of its resources. */
final class LongRun {
  private final VirtualClock clock = new VirtualClock();
  private final List<Mark> marks = new ArrayList<>();
  private final LiveRun live;

  /**
   * The resources in use at an hour of the run.
   *
   * @param liveBytes the heap in use after a collection
   * @param folderBytes the size of all files
   */
  record Mark(int hour, long liveBytes, int threads, long handles, long folderBytes) {}

  private LongRun(LiveRun live) {
    this.live = live;
  }

  /** Runs for a number of hours, with the server's listeners, and measures at the given hours. */
  static LongRun of(Path runs, Map<String, String> values, int hours, List<Integer> markHours)
      throws Exception {
    LiveRun live = new LiveRun(runs, "here", Labels.NONE, () -> {});
    LongRun run = new LongRun(live);
    Map<String, String> all = new HashMap<>(values);
    all.put("for", hours + "h");
    RunControl control =
        RunControl.prepare(
            RunRequest.empty(),
            RunRequest.of("sim:?service=exponential(400ns)", all),
            Drivers.of(new SimDriver()),
            List.of(live, new Exposition(Duration.ofMinutes(5), InstantSource.system()).newRun()),
            run.clock);
    live.control(control);
    live.openFolder();
    for (int hour : markHours) {
      run.clock.schedule(TimeUnit.HOURS.toNanos(hour), () -> run.marks.add(run.mark(hour)));
    }
    control.run().execute();
    control.close();
    live.closeFolder();
    return run;
  }

  Path folder() {
    return Objects.requireNonNull(live.folder());
  }

  LiveRun live() {
    return live;
  }

  List<Mark> marks() {
    return marks;
  }

  private Mark mark(int hour) {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Mark mark =
        new Mark(
            hour,
            liveBytes(),
            ManagementFactory.getThreadMXBean().getThreadCount(),
            ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0,
            bytes(folder()));
    System.out.println(Instant.now() + " " + mark);
    return mark;
  }

  /** The heap in use after the last collection, without allocation buffers of threads. */
  private static long liveBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  static long bytes(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(file -> file.toFile().isFile() ? file.toFile().length() : 0).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Runs for {@code args[1]} hours at {@code args[2]} operations per second into the folder {@code
   * args[0]}, with marks at the hours in the other arguments.
   */
  public static void main(String[] args) throws Exception {
    long begun = System.nanoTime();
    int hours = Integer.parseInt(args[1]);
    LongRun run =
        of(
            Path.of(args[0]),
            Map.of("rate", args[2], "mix", "read=1", "keys", "1k", "seed", "1", "warmup", "10s"),
            hours,
            Stream.of(args).skip(3).map(Integer::valueOf).toList());
    run.marks().forEach(System.out::println);
    System.out.printf("%d s of wall-clock time%n", (System.nanoTime() - begun) / 1_000_000_000);
  }
}
