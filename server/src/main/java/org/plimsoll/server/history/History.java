package org.plimsoll.server.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.report.Interval;

/**
 * The points of a run in five tiers at once, each of which forgets its oldest: two hours of
 * seconds, a day of 10 s, a week of minutes, a month of 10 minutes, a year of hours. A range is
 * answered from the finest tier that covers it in few enough points. Thread-safe.
 */
public final class History {
  /** What one tier keeps. */
  private record Shape(int stepSeconds, int pointsMax) {
    static final List<Shape> ALL =
        List.of(
            new Shape(1, 7_200),
            new Shape(10, 8_640),
            new Shape(60, 10_080),
            new Shape(600, 4_320),
            new Shape(3_600, 8_760));
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Map<String, Histogram> measured = new HashMap<>();
  private final List<Tier> tiers = Shape.ALL.stream().map(Tier::new).toList();

  /** Points of equal length, and the one that fills. */
  private static final class Tier {
    private final Shape shape;
    private final Deque<Point> points = new ArrayDeque<>();
    private @Nullable Cell cell;
    private long cellIndex = -1;

    Tier(Shape shape) {
      this.shape = shape;
    }

    void add(Interval interval, Map<String, Histogram> nanosByTag) {
      long middle = interval.atNanos() - interval.lengthNanos() / 2;
      long index = middle / (shape.stepSeconds() * NANOS_PER_SECOND);
      Cell filling = cell;
      if (filling == null || index != cellIndex || !filling.takes(interval)) {
        close();
        filling = new Cell(interval);
        cell = filling;
        cellIndex = index;
      }
      filling.add(interval, nanosByTag);
      if (shape.stepSeconds() == 1) {
        close();
      }
    }

    private void close() {
      Cell filled = cell;
      if (filled != null) {
        points.addLast(filled.point());
        cell = null;
        if (points.size() > shape.pointsMax()) {
          points.removeFirst();
        }
      }
    }

    /** Whether it still has what began then. */
    boolean reachesBack(long fromNanos) {
      Point oldest = points.peekFirst();
      return points.size() < shape.pointsMax()
          || oldest == null
          || oldest.atNanos() - oldest.lengthNanos() <= fromNanos;
    }

    List<Point> between(long fromNanos, long toNanos) {
      List<Point> found = new ArrayList<>();
      for (Point point : points) {
        if (point.atNanos() > fromNanos && point.atNanos() - point.lengthNanos() < toNanos) {
          found.add(point);
        }
      }
      // What fills is shown, too: else a coarse tier would end long before now.
      if (cell != null) {
        Point filling = cell.point();
        if (filling.atNanos() > fromNanos && filling.atNanos() - filling.lengthNanos() < toNanos) {
          found.add(filling);
        }
      }
      return found;
    }
  }

  /** Adds a second. */
  public synchronized void add(Interval interval, Map<String, Histogram> nanosByTag) {
    if (interval.phase().equals("measure") || interval.phase().equals("drain")) {
      nanosByTag.forEach(
          (tag, histogram) -> measured.computeIfAbsent(tag, _ -> new Histogram(3)).add(histogram));
    }
    tiers.forEach(tier -> tier.add(interval, nanosByTag));
  }

  /**
   * The points that overlap a range.
   *
   * @param pointsMax the most that are wanted; more only where no tier is coarse enough
   */
  public synchronized HistoryView between(long fromNanos, long toNanos, int pointsMax) {
    long endNanos = Math.min(toNanos, lastNanos());
    Tier chosen = tiers.getLast();
    for (Tier tier : tiers) {
      long count = (endNanos - fromNanos) / (tier.shape.stepSeconds() * NANOS_PER_SECOND);
      if (count <= pointsMax && tier.reachesBack(fromNanos)) {
        chosen = tier;
        break;
      }
    }
    return new HistoryView(chosen.shape.stepSeconds(), chosen.between(fromNanos, toNanos));
  }

  /** All of the measure phase so far, in nanoseconds, by tag. */
  public synchronized Map<String, Histogram> measured() {
    Map<String, Histogram> copies = new HashMap<>();
    measured.forEach((tag, histogram) -> copies.put(tag, histogram.copy()));
    return copies;
  }

  private long lastNanos() {
    Point last = tiers.getFirst().points.peekLast();
    return last == null ? 0 : last.atNanos();
  }
}
