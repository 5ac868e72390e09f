package org.plimsoll.server.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;

/**
 * The points of a run in five tiers: seconds for two hours, 10 s for a day, minutes for a week, 10
 * minutes for a month, and hours for a year. Each tier drops its oldest points. A range is read
 * from the finest tier that covers it with at most the requested number of points. Thread-safe.
 */
public final class History {
  /** The step and the capacity of a tier. */
  record Shape(int stepSeconds, int pointsMax) {
    static final List<Shape> ALL =
        List.of(
            new Shape(1, 7_200),
            new Shape(10, 8_640),
            new Shape(60, 10_080),
            new Shape(600, 4_320),
            new Shape(3_600, 8_760));
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Distribution measured = new Distribution();
  private final SeriesTable series = new SeriesTable();
  private final List<Tier> tiers;

  public History() {
    this(Shape.ALL);
  }

  History(List<Shape> shapes) {
    tiers = shapes.stream().map(Tier::new).toList();
  }

  /** A tier: complete points of equal length, and the cell of the incomplete point. */
  private static final class Tier {
    private final Shape shape;
    private final Deque<Point> points = new ArrayDeque<>();
    private @Nullable Cell cell;
    private long cellIndex = -1;

    Tier(Shape shape) {
      this.shape = shape;
    }

    /**
     * Adds a cell of the next finer tier. Returns the cell that is now complete, for the next tier;
     * null if there is none.
     */
    @Nullable Cell add(Cell finer, SeriesTable names) {
      Cell closed = null;
      long index = finer.middleNanos() / (shape.stepSeconds() * NANOS_PER_SECOND);
      Cell filling = cell;
      if (filling == null || index != cellIndex || !filling.phase().equals(finer.phase())) {
        closed = filling;
        if (filling != null) {
          keep(filling.point(names));
        }
        filling = new Cell(finer.phase());
        cell = filling;
        cellIndex = index;
      }
      filling.add(finer);
      return closed;
    }

    void keep(Point full) {
      points.addLast(full);
      if (points.size() > shape.pointsMax()) {
        points.removeFirst();
      }
    }

    /** Adds figures to the point at an instant, unless the point was already dropped. */
    void addLate(long nanos, Point late) {
      List<Point> all = new ArrayList<>(points);
      for (int i = all.size() - 1; i >= 0; i--) {
        Interval.Window window = all.get(i).window();
        if (window.startNanos() <= nanos && nanos < window.atNanos()) {
          all.set(i, all.get(i).with(late));
          points.clear();
          points.addAll(all);
          return;
        }
      }
    }

    /** Whether the tier still contains all points since a time. */
    boolean reachesBack(long fromNanos) {
      Point oldest = points.peekFirst();
      return points.size() < shape.pointsMax()
          || oldest == null
          || oldest.window().startNanos() <= fromNanos;
    }

    List<Point> between(long fromNanos, long toNanos) {
      return points.stream()
          .filter(point ->
              point.window().atNanos() > fromNanos && point.window().startNanos() < toNanos)
          .collect(Collectors.toCollection(ArrayList::new));
    }
  }

  /** Adds a second and returns it as a view of one point. */
  public synchronized HistoryView add(Interval interval, Map<String, Histogram> nanosByTag) {
    Cell closed = Cell.of(interval, nanosByTag);
    if (interval.window().phase() == Phase.MEASURE || interval.window().phase() == Phase.DRAIN) {
      measured.add(nanosByTag);
      measured.addUnanswered(closed);
    }
    Point second = closed.point(series);
    tiers.getFirst().keep(second);
    for (int i = 1; i < tiers.size() && closed != null; i++) {
      closed = tiers.get(i).add(closed, series);
    }
    return new HistoryView(1, List.of(second), series);
  }

  /**
   * Adds late figures to the second that they belong to. Coarser points include them from now on. A
   * percentile becomes the higher of the two, since points contain no histograms.
   */
  public synchronized void addLate(Interval late, Map<String, Histogram> nanosByTag) {
    Cell cell = Cell.of(late, nanosByTag);
    if (late.window().phase() == Phase.MEASURE || late.window().phase() == Phase.DRAIN) {
      measured.add(nanosByTag);
      measured.addUnanswered(cell);
    }
    Cell filling = tiers.size() > 1 ? tiers.get(1).cell : null;
    if (filling != null) {
      filling.addLate(cell);
    }
    tiers.getFirst().addLate(cell.middleNanos(), cell.point(series));
  }

  /** Returns the points that overlap a range, from the finest tier that fits. */
  public HistoryView between(long fromNanos, long toNanos, int pointsMax) {
    return between(fromNanos, toNanos, 0, pointsMax);
  }

  /**
   * Returns the points that overlap a range.
   *
   * @param stepSeconds the minimum length of a point; if no tier is that coarse, the coarsest one
   *     is used
   * @param pointsMax requested maximum number of points; exceeded only if no tier is coarse enough
   */
  public synchronized HistoryView between(
      long fromNanos, long toNanos, double stepSeconds, int pointsMax) {
    long endNanos = Math.min(toNanos, lastNanos());
    Tier chosen = tiers.getLast();
    for (Tier tier : tiers) {
      long count = (endNanos - fromNanos) / (tier.shape.stepSeconds() * NANOS_PER_SECOND);
      boolean isCoarseEnough = tier.shape.stepSeconds() >= stepSeconds && count <= pointsMax;
      if (isCoarseEnough && tier.reachesBack(fromNanos)) {
        chosen = tier;
        break;
      }
    }
    List<Point> points = chosen.between(fromNanos, toNanos);
    filling(chosen)
        .filter(
            point -> point.window().atNanos() > fromNanos && point.window().startNanos() < toNanos)
        .forEach(points::add);
    return new HistoryView(chosen.shape.stepSeconds(), points, series);
  }

  /**
   * Returns the incomplete points of a tier and of the finer tiers, so that the points reach the
   * present.
   */
  private Stream<Point> filling(Tier tier) {
    List<Cell> unfinished = new ArrayList<>();
    for (Tier each : tiers.subList(0, tiers.indexOf(tier) + 1).reversed()) {
      Cell cell = each.cell;
      if (cell != null) {
        boolean isNext = unfinished.isEmpty() || !unfinished.getLast().phase().equals(cell.phase());
        if (isNext) {
          unfinished.add(new Cell(cell.phase()));
        }
        unfinished.getLast().add(cell);
      }
    }
    return unfinished.stream().map(cell -> cell.point(series));
  }

  /** Returns the latency distribution of the measurement so far, including its drain. */
  public synchronized Distribution measured() {
    return measured.copy();
  }

  /** Returns the number of points in memory. */
  synchronized int pointsHeld() {
    return tiers.stream().mapToInt(tier -> tier.points.size()).sum();
  }

  private long lastNanos() {
    Point last = tiers.getFirst().points.peekLast();
    return last == null ? 0 : last.window().atNanos();
  }
}
