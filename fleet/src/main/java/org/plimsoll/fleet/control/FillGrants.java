package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plimsoll.engine.share.FillRange;

/**
 * Grants ranges of positions to fill. A range that a lost generator may have written in part is
 * granted again as {@code onlyMissing}, after that generator's lease has ended.
 */
final class FillGrants {
  private final long rangeRows;
  private final TreeSet<Long> ends = new TreeSet<>();
  private long rows;
  private final Map<String, List<FillRange>> held = new TreeMap<>();
  private List<FillRange> done = List.of();
  private List<FillRange> given = List.of();
  private List<FillRange> free;

  FillGrants(long rows, long rangeRows) {
    this.rows = rows;
    this.rangeRows = rangeRows;
    this.free = rows == 0 ? List.of() : List.of(new FillRange(0, rows, false));
  }

  /** Adds rows after those that were opened before. */
  void open(long more) {
    if (more > 0) {
      List<FillRange> all = new ArrayList<>(free);
      all.add(new FillRange(rows, rows + more, false));
      free = all;
      rows += more;
      ends.add(rows);
    }
  }

  /**
   * Continues the fill of the previous coordinator.
   *
   * @param allHeard whether every node that may hold a range has reported
   */
  void restore(
      List<FillRange> doneBefore, Map<String, List<FillRange>> heldBefore, boolean allHeard) {
    done = Positions.union(done, doneBefore);
    List<FillRange> taken = new ArrayList<>(Positions.union(done, given));
    heldBefore.forEach((node, ranges) -> {
      List<FillRange> wanted =
          ranges.stream().filter(range -> !Positions.contains(given, range)).toList();
      held.put(node, new ArrayList<>(wanted));
      taken.addAll(wanted);
    });
    free = rows == 0 ? List.of() : Positions.minus(new FillRange(0, rows, !allHeard), taken);
  }

  /** Stops granting rows that are not written yet. */
  void giveUp() {
    given = rows == 0 ? List.of() : List.of(new FillRange(0, rows, false));
    free = List.of();
    held.clear();
  }

  /**
   * Adds ranges that the previous coordinator has granted to a node. The node reported them after
   * the take-over.
   */
  void heldSince(String node, List<FillRange> ranges) {
    List<FillRange> rest = new ArrayList<>();
    free.forEach(range -> rest.addAll(Positions.minus(range, ranges)));
    free = rest;
    held.put(
        node,
        new ArrayList<>(
            ranges.stream().filter(range -> !Positions.contains(given, range)).toList()));
  }

  /** Records the ranges that a node has written. */
  void done(String node, List<FillRange> ranges) {
    if (ranges.isEmpty()) {
      return;
    }
    done = Positions.union(done, ranges);
    List<FillRange> its = held.get(node);
    if (its != null) {
      its.removeIf(range -> Positions.contains(done, range));
    }
    List<FillRange> rest = new ArrayList<>();
    free.forEach(range -> rest.addAll(Positions.minus(range, ranges)));
    free = rest;
  }

  /** Releases the ranges of a node whose lease has ended, so that they are granted again. */
  void lost(String node) {
    List<FillRange> again = held.remove(node);
    if (again != null) {
      List<FillRange> all = new ArrayList<>();
      again.forEach(range -> all.add(new FillRange(range.from(), range.to(), true)));
      all.addAll(free);
      free = all;
    }
  }

  /** Grants a node the next range if it holds none; returns whether a range was granted. */
  boolean grant(String node) {
    if (free.isEmpty() || !held(node).isEmpty()) {
      return false;
    }
    FillRange next = free.getFirst();
    long to = Math.min(next.to(), next.from() + rangeRows);
    // A range belongs to one fill.
    Long end = ends.higher(next.from());
    to = end == null ? to : Math.min(to, end);
    List<FillRange> rest = new ArrayList<>(free.subList(1, free.size()));
    if (to < next.to()) {
      rest.addFirst(new FillRange(to, next.to(), next.onlyMissing()));
    }
    free = rest;
    held.computeIfAbsent(node, id -> new ArrayList<>())
        .add(new FillRange(next.from(), to, next.onlyMissing()));
    return true;
  }

  List<FillRange> held(String node) {
    return List.copyOf(held.getOrDefault(node, List.of()));
  }

  List<FillRange> done() {
    return done;
  }

  long doneRows() {
    return Positions.count(done);
  }

  boolean complete() {
    return Positions.count(Positions.union(done, given)) == rows;
  }
}
