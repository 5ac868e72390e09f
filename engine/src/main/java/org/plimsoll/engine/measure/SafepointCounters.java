package org.plimsoll.engine.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JVM's counters of safepoints, each of which stops all threads, for garbage collection or
 * other reasons. HotSpot stores them in a small memory-mapped file for tools such as jstat. Mapping
 * the file makes a reading as cheap as reading a variable.
 *
 * <p>The layout follows {@code PerfDataPrologue} and {@code PerfDataEntry} in HotSpot's {@code
 * perfMemory.hpp}, version 2: a prologue with the offset and the number of entries, then entries
 * with offsets of name and value.
 */
final class SafepointCounters {
  private static final int MAGIC = 0xcafec0c0;
  private static final int VERSION = 2;
  private static final int LONG = 'J';

  private final ByteBuffer memory;
  private final int countOffset;
  private final int ticksOffset;
  private final double nanosPerTick;

  private SafepointCounters(ByteBuffer memory, Map<String, Integer> offsets) throws IOException {
    this.memory = memory;
    countOffset = offset(offsets, "sun.rt.safepoints");
    ticksOffset = offset(offsets, "sun.rt.safepointTime");
    nanosPerTick = 1e9 / memory.getLong(offset(offsets, "sun.os.hrt.frequency"));
  }

  private static int offset(Map<String, Integer> offsets, String name) throws IOException {
    Integer offset = offsets.get(name);
    if (offset == null) {
      throw new IOException("no counter " + name);
    }
    return offset;
  }

  /** Returns the counters of this process, or null if it has none in the known layout. */
  static @Nullable SafepointCounters ofThisProcess() {
    String user = "hsperfdata_" + System.getProperty("user.name");
    String pid = String.valueOf(ProcessHandle.current().pid());
    for (String folder : new String[] {"/tmp", System.getProperty("java.io.tmpdir")}) {
      Path file = Path.of(folder, user, pid);
      if (Files.isReadable(file)) {
        try {
          return of(file);
        } catch (IOException | RuntimeException e) {
          System.getLogger(SafepointCounters.class.getName())
              .log(System.Logger.Level.DEBUG, "cannot read " + file, e);
        }
      }
    }
    return null;
  }

  /**
   * Returns the counters in a file.
   *
   * @throws IOException if the file has another format or lacks these counters
   */
  static SafepointCounters of(Path file) throws IOException {
    ByteBuffer memory;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    if (memory.capacity() < 32 || memory.getInt(0) != MAGIC || memory.get(5) != VERSION) {
      throw new IOException(file + " has no performance counters of version " + VERSION);
    }
    memory.order(memory.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    Map<String, Integer> offsets = new HashMap<>();
    int entry = memory.getInt(24);
    for (int left = memory.getInt(28); left > 0; left--) {
      if (memory.get(entry + 12) == LONG) {
        offsets.put(
            name(memory, entry + memory.getInt(entry + 4)), entry + memory.getInt(entry + 16));
      }
      entry += memory.getInt(entry);
    }
    return new SafepointCounters(memory, offsets);
  }

  private static String name(ByteBuffer memory, int offset) {
    StringBuilder name = new StringBuilder();
    for (int i = offset; memory.get(i) != 0; i++) {
      name.append((char) memory.get(i));
    }
    return name.toString();
  }

  /** Returns the number of safepoints so far. */
  long count() {
    return memory.getLong(countOffset);
  }

  /** Returns the total time of safepoints so far. */
  long nanos() {
    return (long) (memory.getLong(ticksOffset) * nanosPerTick);
  }
}
