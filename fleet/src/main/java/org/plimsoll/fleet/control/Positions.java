package org.plimsoll.fleet.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plimsoll.engine.share.FillRange;

/** Set operations on sorted, non-adjacent ranges of positions. */
final class Positions {
  private Positions() {}

  /** Returns the union of two sets. The {@code onlyMissing} flag is dropped. */
  static List<FillRange> union(List<FillRange> one, List<FillRange> other) {
    List<FillRange> all = new ArrayList<>(one);
    all.addAll(other);
    all.sort(Comparator.comparingLong(FillRange::from));
    List<FillRange> union = new ArrayList<>();
    for (FillRange each : all) {
      if (!union.isEmpty() && union.getLast().to() >= each.from()) {
        FillRange last = union.removeLast();
        union.add(new FillRange(last.from(), Math.max(last.to(), each.to()), false));
      } else {
        union.add(new FillRange(each.from(), each.to(), false));
      }
    }
    return union;
  }

  /** Returns the positions of a range that no other range contains. */
  static List<FillRange> minus(FillRange range, List<FillRange> others) {
    List<FillRange> rest = new ArrayList<>();
    long from = range.from();
    for (FillRange each : union(others, List.of())) {
      if (each.to() <= from || each.from() >= range.to()) {
        continue;
      }
      if (each.from() > from) {
        rest.add(new FillRange(from, each.from(), range.onlyMissing()));
      }
      from = each.to();
    }
    if (from < range.to()) {
      rest.add(new FillRange(from, range.to(), range.onlyMissing()));
    }
    return rest;
  }

  /** Returns the positions of a range that another range also contains. */
  static List<FillRange> common(FillRange range, List<FillRange> others) {
    return minus(range, minus(range, others));
  }

  /** Whether each of the other ranges is contained in one of the ranges. */
  static boolean containsAll(List<FillRange> ranges, List<FillRange> others) {
    return others.stream().allMatch(each -> contains(ranges, each));
  }

  /** Whether one of the ranges contains all positions of another range. */
  static boolean contains(List<FillRange> ranges, FillRange range) {
    return ranges.stream().anyMatch(each -> each.from() <= range.from() && each.to() >= range.to());
  }

  /** Returns the number of positions. */
  static long count(List<FillRange> ranges) {
    return ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
  }
}
