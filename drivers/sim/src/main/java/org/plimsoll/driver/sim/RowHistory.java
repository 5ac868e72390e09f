package org.plimsoll.driver.sim;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.Outcome.FieldVisitor;
import org.plimsoll.api.Row;

/**
 * The recent writes, by key and time. It holds at most {@value #MAX_VERSIONS} versions of a row,
 * and {@value #MAX_BYTES} bytes in total. When it is full, it evicts a key, and counts this. A read
 * of a state before the oldest version returns the oldest version. Thread-safe.
 */
final class RowHistory {
  static final int MAX_VERSIONS = 8;
  static final long MAX_BYTES = 64L << 20;

  /** The overhead of a version in bytes: objects, array headers, and its share of the map. */
  private static final int OVERHEAD_BYTES = 160;

  private static final Seen UNKNOWN = new Seen(new Version(Long.MIN_VALUE, true, null), false);

  private final ConcurrentHashMap<Long, Version[]> versionsByKey = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private final Counter forgotten;

  RowHistory(Counter forgotten) {
    this.forgotten = forgotten;
  }

  /**
   * The state of a row from an instant onward.
   *
   * @param exists false if the row was deleted, or not yet inserted
   * @param fields the fields; null if the row does not exist, or its content is unknown
   */
  record Version(long fromNanos, boolean exists, @Nullable Fields fields) {
    int costBytes() {
      return OVERHEAD_BYTES + (fields == null ? 0 : fields.values().length);
    }
  }

  /** The version that a read sees, and whether a newer one existed. */
  record Seen(Version version, boolean stale) {}

  /** A copy of a row: names, concatenated values, and the end offset of each value. */
  @SuppressWarnings("ArrayRecordComponent") // Immutable by convention, and never compared.
  record Fields(String[] names, byte[] values, int[] ends, boolean partial) {
    static Fields copyOf(Row row) {
      int count = row.fieldCount();
      String[] names = new String[count];
      byte[] values = new byte[Math.toIntExact(row.totalBytes())];
      int[] ends = new int[count];
      int end = 0;
      for (int i = 0; i < count; i++) {
        names[i] = row.fieldName(i);
        System.arraycopy(row.buffer(), row.offset(i), values, end, row.length(i));
        end += row.length(i);
        ends[i] = end;
      }
      return new Fields(names, values, ends, row.isPartial());
    }

    /** Returns these fields, and those fields of an older row that are missing here. */
    Fields over(Fields older) {
      List<String> kept = new ArrayList<>(List.of(older.names));
      kept.removeAll(List.of(names));
      List<String> allNames = new ArrayList<>(List.of(names));
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(values);
      IntStream.Builder allEnds = IntStream.builder();
      IntStream.of(ends).forEach(allEnds::add);
      older.visit(
          0,
          (_, name, bytes, offset, length) -> {
            if (kept.contains(name)) {
              all.write(bytes, offset, length);
              allNames.add(name);
              allEnds.add(all.size());
            }
          });
      return new Fields(
          allNames.toArray(String[]::new),
          all.toByteArray(),
          allEnds.build().toArray(),
          older.partial);
    }

    void visit(int item, FieldVisitor visitor) {
      int start = 0;
      for (int i = 0; i < names.length; i++) {
        visitor.field(item, names[i], values, start, ends[i] - start);
        start = ends[i];
      }
    }
  }

  /**
   * Records the content of a key from an instant onward.
   *
   * @param fields the fields; null for a delete
   * @param existedBefore whether the key held a row before its first recorded version
   * @param horizonNanos the instant before which no read requests a state
   */
  void write(
      long key, long nowNanos, @Nullable Fields fields, boolean existedBefore, long horizonNanos) {
    versionsByKey.compute(
        key,
        (same, known) -> {
          Version[] older =
              known == null
                  ? new Version[] {new Version(Long.MIN_VALUE, existedBefore, null)}
                  : known;
          // Two threads may arrive here in a different order than they have read the clock.
          long fromNanos = Math.max(nowNanos, older[0].fromNanos());
          Version[] newer = prepend(next(fromNanos, fields, older[0]), older, horizonNanos);
          long growthBytes = costBytes(newer) - (known == null ? 0 : costBytes(known));
          if (bytes.addAndGet(growthBytes) <= MAX_BYTES) {
            return newer;
          }
          bytes.addAndGet(-costBytes(newer));
          forgotten.add(1);
          return null;
        });
  }

  /** Creates the version that results from a write to the previous version. */
  private static Version next(long fromNanos, @Nullable Fields written, Version before) {
    if (written == null || !written.partial() || !before.exists()) {
      return new Version(fromNanos, written != null, written);
    }
    // If no row is recorded, some of its fields do not make a complete row.
    Fields rest = before.fields();
    return new Version(fromNanos, true, rest == null ? null : written.over(rest));
  }

  /** Records that a key without recorded versions has no row. */
  void neverWas(long key) {
    versionsByKey.computeIfAbsent(
        key,
        absent -> {
          Version[] nothing = {new Version(Long.MIN_VALUE, false, null)};
          bytes.addAndGet(costBytes(nothing));
          return nothing;
        });
  }

  /**
   * Returns the version at an instant. A key without recorded versions exists, with unknown
   * content.
   */
  Seen at(long key, long atNanos) {
    Version[] versions = versionsByKey.get(key);
    if (versions == null) {
      return UNKNOWN;
    }
    int index = 0;
    while (index < versions.length - 1 && versions[index].fromNanos() > atNanos) {
      index++;
    }
    return new Seen(versions[index], index > 0);
  }

  void clear() {
    for (Long key : versionsByKey.keySet()) {
      versionsByKey.computeIfPresent(
          key,
          (same, known) -> {
            bytes.addAndGet(-costBytes(known));
            return null;
          });
    }
  }

  private static Version[] prepend(Version newest, Version[] older, long horizonNanos) {
    int kept = 1;
    while (kept < older.length
        && kept < MAX_VERSIONS - 1
        && older[kept - 1].fromNanos() > horizonNanos) {
      kept++;
    }
    Version[] versions = new Version[kept + 1];
    versions[0] = newest;
    System.arraycopy(older, 0, versions, 1, kept);
    return versions;
  }

  private static long costBytes(Version[] versions) {
    return Arrays.stream(versions).mapToLong(Version::costBytes).sum();
  }
}
