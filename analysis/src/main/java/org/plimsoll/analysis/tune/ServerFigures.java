package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.SweepResult.Unit;

/**
 * Figures of the target's metrics over a measurement. For each column, a regular expression selects
 * metrics. The figure is the mean over time of each of them, averaged over all of them. With one
 * metric for each node, this is a figure per node.
 *
 * @param byColumn by the name of the column; a column that matches no metric is left out
 * @param metrics the metrics of the run, sorted
 */
public record ServerFigures(Map<String, ServerFigure> byColumn, List<String> metrics) {
  /** The label of a metric that belongs to one node. */
  private static final String NODE = "node=\"";

  /** The value without metrics. */
  public static final ServerFigures NONE = new ServerFigures(Map.of(), List.of());

  /** A figure with its unit. */
  public record ServerFigure(double value, Unit unit) {}

  /** Computes the figures of a run. */
  public static ServerFigures of(List<Interval> intervals, Map<String, Pattern> columns) {
    Map<String, double[]> sums = new TreeMap<>();
    for (Interval interval : intervals) {
      if (interval.window().phase() == Phase.MEASURE) {
        interval
            .telemetry()
            .forEach((name, value) -> {
              double[] sum = sums.computeIfAbsent(name, each -> new double[2]);
              sum[0] += value;
              sum[1]++;
            });
      }
    }
    Map<String, ServerFigure> figures = new LinkedHashMap<>();
    columns.forEach((column, pattern) -> {
      List<String> matching = perNode(sums.keySet(), pattern);
      if (!matching.isEmpty()) {
        Unit unit = unit(matching.getFirst());
        double mean =
            matching.stream()
                .map(sums::get)
                .mapToDouble(sum -> sum[0] / sum[1])
                .average()
                .orElseThrow();
        figures.put(column, new ServerFigure(unit == Unit.NANOS ? mean * 1e9 : mean, unit));
      }
    });
    return new ServerFigures(figures, new ArrayList<>(sums.keySet()));
  }

  /**
   * Returns the matching metrics: metrics of single nodes if there are any, so that sums are
   * excluded.
   */
  private static List<String> perNode(Set<String> metrics, Pattern pattern) {
    List<String> matching =
        metrics.stream().filter(name -> pattern.matcher(name).matches()).toList();
    List<String> ofNodes = matching.stream().filter(name -> name.contains(NODE)).toList();
    return ofNodes.isEmpty() ? matching : ofNodes;
  }

  /** Returns the values by column, as formulas use them: times are in seconds. */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    byColumn.forEach((column, figure) ->
        values.put(column, figure.unit() == Unit.NANOS ? figure.value() / 1e9 : figure.value()));
    return values;
  }

  /** Returns the unit from the name of a metric, without its labels in braces or brackets. */
  static Unit unit(String metric) {
    String name = metric.replaceFirst("[{\\[].*", "").toLowerCase(Locale.ROOT);
    if (name.endsWith("bytes/s") || name.endsWith("bytes_per_second")) {
      return Unit.BYTES_PER_SECOND;
    } else if (name.endsWith("_seconds")) {
      return Unit.NANOS;
    } else if (name.endsWith("bytes")) {
      return Unit.BYTES;
    } else if (name.matches(".*(_share|_ratio|_utilization|cpuload)")) {
      return Unit.SHARE;
    }
    return Unit.NUMBER;
  }
}
