package org.plimsoll.driver.voldemort;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The version of a value: the number of writes that each node has coordinated. Immutable.
 *
 * <p>On the wire: the number of entries (2 bytes), the size of each count (1), for each entry the
 * node (2) and its count, and the time of the last write in milliseconds (8). The size of a count
 * must be the smallest one that can hold the highest count. Servers recompute this size to find the
 * value that follows the clock.
 */
@SuppressWarnings("ArrayRecordComponent") // Clocks are compared with compare() only.
record VectorClock(short[] nodes, long[] counts, long timeMillis) {
  private static final int HEADER_BYTES = 3;
  static final VectorClock EMPTY = new VectorClock(new short[0], new long[0], 0);

  /** The relation between two versions. */
  enum Order {
    EQUAL,
    BEFORE,
    AFTER,
    CONCURRENT
  }

  /** Returns the clock after one more write that the given node coordinates. */
  VectorClock incremented(int node, long nowMillis) {
    int at = Arrays.binarySearch(nodes, (short) node);
    if (at >= 0) {
      long[] changed = counts.clone();
      changed[at]++;
      return new VectorClock(nodes, changed, nowMillis);
    }
    int place = -at - 1;
    short[] itsNodes = new short[nodes.length + 1];
    long[] itsCounts = new long[nodes.length + 1];
    System.arraycopy(nodes, 0, itsNodes, 0, place);
    System.arraycopy(counts, 0, itsCounts, 0, place);
    itsNodes[place] = (short) node;
    itsCounts[place] = 1;
    System.arraycopy(nodes, place, itsNodes, place + 1, nodes.length - place);
    System.arraycopy(counts, place, itsCounts, place + 1, nodes.length - place);
    return new VectorClock(itsNodes, itsCounts, nowMillis);
  }

  /** Returns the merged clock: each count is the larger one of the two clocks. */
  VectorClock merged(VectorClock other) {
    if (nodes.length == 0) {
      return other;
    }
    short[] itsNodes = new short[nodes.length + other.nodes.length];
    long[] itsCounts = new long[itsNodes.length];
    int size = 0;
    int mine = 0;
    int its = 0;
    while (mine < nodes.length || its < other.nodes.length) {
      boolean takeMine =
          its == other.nodes.length || (mine < nodes.length && nodes[mine] <= other.nodes[its]);
      boolean takeIts =
          mine == nodes.length || (its < other.nodes.length && other.nodes[its] <= nodes[mine]);
      itsNodes[size] = takeMine ? nodes[mine] : other.nodes[its];
      itsCounts[size++] = Math.max(takeMine ? counts[mine] : 0, takeIts ? other.counts[its] : 0);
      mine += takeMine ? 1 : 0;
      its += takeIts ? 1 : 0;
    }
    return new VectorClock(
        Arrays.copyOf(itsNodes, size),
        Arrays.copyOf(itsCounts, size),
        Math.max(timeMillis, other.timeMillis));
  }

  /** Compares this version with another one. */
  Order compare(VectorClock other) {
    boolean more = false;
    boolean less = false;
    int mine = 0;
    int its = 0;
    while (mine < nodes.length || its < other.nodes.length) {
      if (its == other.nodes.length || (mine < nodes.length && nodes[mine] < other.nodes[its])) {
        more = true;
        mine++;
      } else if (mine == nodes.length || other.nodes[its] < nodes[mine]) {
        less = true;
        its++;
      } else {
        more |= counts[mine] > other.counts[its];
        less |= counts[mine] < other.counts[its];
        mine++;
        its++;
      }
    }
    if (more && less) {
      return Order.CONCURRENT;
    }
    return more ? Order.AFTER : less ? Order.BEFORE : Order.EQUAL;
  }

  /**
   * Returns the size of a count in bytes: the smallest one that can hold the highest count, and at
   * least 1.
   */
  private int countBytes() {
    long highest = 0;
    for (long count : counts) {
      highest = Math.max(highest, count);
    }
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(highest) + 7) / 8);
  }

  int length() {
    return HEADER_BYTES + nodes.length * (Short.BYTES + countBytes()) + Long.BYTES;
  }

  void write(ByteBuf out) {
    int countBytes = countBytes();
    out.writeShort(nodes.length).writeByte(countBytes);
    for (int i = 0; i < nodes.length; i++) {
      out.writeShort(nodes[i]);
      for (int shift = 8 * (countBytes - 1); shift >= 0; shift -= 8) {
        out.writeByte((int) (counts[i] >>> shift));
      }
    }
    out.writeLong(timeMillis);
  }

  /**
   * Reads a clock.
   *
   * @throws IndexOutOfBoundsException if the buffer ends within it
   */
  static VectorClock read(ByteBuf in) {
    short[] nodes = new short[in.readUnsignedShort()];
    long[] counts = new long[nodes.length];
    int countBytes = in.readByte();
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = in.readShort();
      long count = 0;
      for (int b = 0; b < countBytes; b++) {
        count = (count << 8) | in.readUnsignedByte();
      }
      counts[i] = count;
    }
    return new VectorClock(nodes, counts, in.readLong());
  }

  /** Formats the entries as Voldemort does, such as {@code 0:3, 2:1}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < nodes.length; i++) {
      text.append(i == 0 ? "" : ", ").append(nodes[i]).append(':').append(counts[i]);
    }
    return text.toString();
  }
}
