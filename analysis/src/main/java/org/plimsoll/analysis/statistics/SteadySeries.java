package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of each second of a run, from which steady state is determined. Memory is bounded:
 * when all points are used, neighbors are merged. Many systems never reach a steady state (Barrett
 * and others, <em>Virtual machine warmup blows hot and cold</em>, OOPSLA 2017), so never reaching
 * it is a valid answer.
 */
public final class SteadySeries {
  /** Minimum relative change that counts; seconds on a quiet machine differ by less. */
  public static final double CHANGE_LEAST = 0.1;

  static final int POINTS_MOST = 1024;

  private final List<String> names;
  private final List<double[]> points = new ArrayList<>();
  private int secondsPerPoint = 1;
  private double[] filling = {};
  private int filled;

  /** Creates a series of figures with these names. */
  public SteadySeries(List<String> names) {
    this.names = List.copyOf(names);
  }

  /** A change in a figure's level; {@code atNanos} is the start of the new level. */
  public record Change(String figure, long atNanos, double before, double after) {}

  /**
   * The steady-state result.
   *
   * @param answer {@code steady}, {@code never steady} or {@code insufficient data}
   * @param fromNanos start of the steady part, if there is one
   */
  public record Answer(String answer, long fromNanos, List<Change> changes) {}

  /**
   * Adds a second.
   *
   * @param startNanos start of the second
   * @param figures positive values in the order of the names
   */
  public void add(long startNanos, double... figures) {
    if (filled == 0) {
      filling = new double[names.size() + 1];
      filling[0] = startNanos;
    }
    for (int i = 0; i < figures.length; i++) {
      filling[i + 1] += Math.log(figures[i]) / secondsPerPoint;
    }
    filled++;
    if (filled < secondsPerPoint) {
      return;
    }
    filled = 0;
    points.add(filling);
    if (points.size() == POINTS_MOST) {
      for (int i = 0; i < POINTS_MOST / 2; i++) {
        double[] left = points.get(2 * i);
        double[] right = points.get(2 * i + 1);
        for (int j = 1; j < left.length; j++) {
          left[j] = (left[j] + right[j]) / 2;
        }
        points.set(i, left);
      }
      points.subList(POINTS_MOST / 2, POINTS_MOST).clear();
      secondsPerPoint *= 2;
    }
  }

  /** Determines whether the series was steady, for at least half of the time, and since when. */
  public Answer answer() {
    if (points.size() < ChangePoints.SERIES_LEAST) {
      return new Answer("insufficient data", 0, List.of());
    }
    List<Change> changes = new ArrayList<>();
    int from = 0;
    for (String name : names) {
      double[] series = series(name);
      List<Integer> at = ChangePoints.of(series, Math.log1p(CHANGE_LEAST));
      if (!at.isEmpty()) {
        changes.addAll(changes(name, series, at));
        from = Math.max(from, end(series));
      }
    }
    changes.sort(Comparator.comparingLong(Change::atNanos));
    boolean steady = from <= points.size() / 2;
    return new Answer(
        steady ? "steady" : "never steady", steady ? atNanos(from) : 0, List.copyOf(changes));
  }

  /** Returns the point from which a series keeps its level. */
  private static int end(double[] series) {
    int warmUp = Math.min(ChangePoints.warmUp(series), series.length);
    List<Integer> rest =
        ChangePoints.of(
            Arrays.copyOfRange(series, warmUp, series.length), Math.log1p(CHANGE_LEAST));
    return warmUp + (rest.isEmpty() ? 0 : rest.getLast());
  }

  private List<Change> changes(String name, double[] series, List<Integer> at) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      int begin = i == 0 ? 0 : at.get(i - 1);
      int end = i + 1 < at.size() ? at.get(i + 1) : series.length;
      changes.add(
          new Change(
              name,
              atNanos(at.get(i)),
              level(series, begin, at.get(i)),
              level(series, at.get(i), end)));
    }
    return changes;
  }

  private static double level(double[] series, int from, int to) {
    return Math.exp(Arrays.stream(series, from, to).average().orElse(0));
  }

  /** Returns the sorted values of each figure, by name. */
  public Map<String, double[]> sorted() {
    Map<String, double[]> sorted = new LinkedHashMap<>();
    for (String name : names) {
      sorted.put(name, Arrays.stream(series(name)).map(Math::exp).sorted().toArray());
    }
    return sorted;
  }

  private double[] series(String name) {
    int i = names.indexOf(name) + 1;
    return points.stream().mapToDouble(point -> point[i]).toArray();
  }

  private long atNanos(int point) {
    return (long) points.get(point)[0];
  }
}
