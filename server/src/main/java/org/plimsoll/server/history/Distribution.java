package org.plimsoll.server.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;

/** The latency histograms and unanswered operations of a period of a run, by tag. */
public final class Distribution {
  private static final int POINTS_PER_HALVING = 5;

  private final Map<String, Histogram> nanosByTag = new TreeMap<>();
  private final Map<String, Long> unansweredByTag = new HashMap<>();

  /** Adds the latencies of answered operations. */
  public void add(Map<String, Histogram> answeredNanosByTag) {
    answeredNanosByTag.forEach((tag, nanos) -> nanos(tag).add(nanos));
  }

  /** Adds the unanswered operations of an interval. */
  public void add(Interval interval) {
    addUnanswered(Cell.of(interval, Map.of()));
  }

  void addUnanswered(Cell cell) {
    addUnanswered(cell.unanswered());
  }

  /** Adds numbers of unanswered operations, by tag. */
  public void addUnanswered(Map<String, Long> countByTag) {
    countByTag.forEach((tag, count) -> unansweredByTag.merge(tag, count, Long::sum));
  }

  private Histogram nanos(String tag) {
    return nanosByTag.computeIfAbsent(tag, _ -> new Histogram(3));
  }

  Distribution copy() {
    Distribution copy = new Distribution();
    nanosByTag.forEach((tag, nanos) -> copy.nanosByTag.put(tag, nanos.copy()));
    copy.unansweredByTag.putAll(unansweredByTag);
    return copy;
  }

  /**
   * Returns the percentile curves by tag. Each point is a percentile and its nanoseconds. The
   * points are evenly spaced on an axis of 1 / (1 - p), and include the percentiles in results.
   * Unanswered operations rank above all others, so a curve with unanswered operations ends below
   * 100.
   */
  public Map<String, List<double[]>> curves() {
    Map<String, List<double[]>> curves = new TreeMap<>();
    unansweredByTag.keySet().forEach(tag -> curves.put(tag, List.of()));
    nanosByTag.forEach(
        (tag, nanos) -> curves.put(tag, curve(nanos, unansweredByTag.getOrDefault(tag, 0L))));
    return curves;
  }

  private static List<double[]> curve(Histogram nanos, long unanswered) {
    double share = (double) nanos.getTotalCount() / (nanos.getTotalCount() + unanswered);
    List<double[]> points = new ArrayList<>();
    for (HistogramIterationValue value : nanos.percentiles(POINTS_PER_HALVING)) {
      points.add(
          new double[] {value.getPercentileLevelIteratedTo() * share, value.getValueIteratedTo()});
    }
    for (String name : Latencies.names()) {
      double quantile = Latencies.quantile(name);
      double value = Latencies.nanosAt(quantile, nanos, unanswered);
      if (Double.isFinite(value)) {
        points.add(new double[] {100 * quantile, value});
      }
    }
    points.sort(Comparator.comparingDouble((double[] point) -> point[0]));
    return points;
  }
}
