package org.plimsoll.fleet.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the target has received. Fails at once when something comes twice that must not. */
final class SimTarget {
  private final List<Sent> sent = new ArrayList<>();
  private final Map<Long, String> byIndex = new HashMap<>();
  private final Set<Long> rows = new HashSet<>();
  private final Map<Long, String> granted = new HashMap<>();

  /**
   * One operation.
   *
   * @param overdue sent after its time because its process was stopped
   */
  record Sent(long nanos, String node, long index, boolean overdue) {}

  void operation(long nanos, String node, long index, boolean overdue) {
    String before = byIndex.put(index, node);
    if (before != null) {
      throw new AssertionError(
          "operation " + index + " sent by " + before + " and again by " + node);
    }
    sent.add(new Sent(nanos, node, index, overdue));
  }

  /** Sends an operation that was granted. */
  void granted(String node, long number) {
    String before = granted.put(number, node);
    if (before != null) {
      throw new AssertionError(
          "granted operation " + number + " sent by " + before + " and again by " + node);
    }
  }

  /** How many of the operations that are granted were sent. */
  int granted() {
    return granted.size();
  }

  /** Writes a row; one that is there already may be written only by someone who has read first. */
  void row(String node, long position, boolean onlyMissing) {
    boolean isNew = rows.add(position);
    if (!isNew && !onlyMissing) {
      throw new AssertionError("row " + position + " written again by " + node);
    }
  }

  List<Sent> sent() {
    return sent;
  }

  boolean wasSent(long index) {
    return byIndex.containsKey(index);
  }

  boolean hasRow(long position) {
    return rows.contains(position);
  }

  int rows() {
    return rows.size();
  }
}
