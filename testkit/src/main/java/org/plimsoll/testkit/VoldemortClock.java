package org.plimsoll.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A vector clock of Voldemort: the number of writes that each node has coordinated, and the time of
 * the last one.
 */
record VoldemortClock(SortedMap<Integer, Long> counts, long timeMillis) {
  static final VoldemortClock EMPTY = new VoldemortClock(new TreeMap<>(), 0);

  static VoldemortClock read(DataInputStream in) throws IOException {
    int entries = in.readShort();
    int size = in.readByte();
    SortedMap<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < entries; i++) {
      int node = in.readShort();
      long count = 0;
      for (int b = 0; b < size; b++) {
        count = (count << 8) | in.readUnsignedByte();
      }
      counts.put(node, count);
    }
    return new VoldemortClock(counts, in.readLong());
  }

  private int countBytes() {
    long highest = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    int bytes = 1;
    while (bytes < Long.BYTES && highest >= 1L << (8 * bytes)) {
      bytes++;
    }
    return bytes;
  }

  /** Whether the counts in an encoded clock have the same size as those of this clock. */
  boolean isWrittenAs(byte[] bytes) {
    return bytes[2] == countBytes();
  }

  int length() {
    return 3 + counts.size() * (2 + countBytes()) + Long.BYTES;
  }

  void write(DataOutputStream out) throws IOException {
    int size = countBytes();
    out.writeShort(counts.size());
    out.writeByte(size);
    for (Map.Entry<Integer, Long> each : counts.entrySet()) {
      out.writeShort(each.getKey());
      for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        out.writeByte((int) (each.getValue() >>> shift));
      }
    }
    out.writeLong(timeMillis);
  }

  /** Whether another clock includes all writes of this clock. */
  boolean isCoveredBy(VoldemortClock other) {
    return counts.entrySet().stream()
        .allMatch(each -> other.counts.getOrDefault(each.getKey(), 0L) >= each.getValue());
  }

  VoldemortClock incremented(int node, long nowMillis) {
    SortedMap<Integer, Long> more = new TreeMap<>(counts);
    more.merge(node, 1L, Long::sum);
    return new VoldemortClock(more, nowMillis);
  }

  @Override
  public String toString() {
    return "version("
        + String.join(
            ", ",
            counts.entrySet().stream().map(each -> each.getKey() + ":" + each.getValue()).toList())
        + ") ts:"
        + timeMillis;
  }
}
