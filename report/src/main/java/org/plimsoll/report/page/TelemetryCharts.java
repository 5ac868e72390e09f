package org.plimsoll.report.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Interval;
import org.plimsoll.result.SeriesId;

/**
 * Renders a small plot for each telemetry series of the target, on the time axis of the client's
 * plots. The nodes of a series share a plot.
 */
final class TelemetryCharts {
  /**
   * Maximum number of charts, which bounds the size of the page; {@code intervals.jsonl} has all
   * series.
   */
  private static final int CHARTS_MAX = 60;

  /** Maximum number of lines in a chart: as many as there are colors. */
  private static final int LINES_MAX = 5;

  private TelemetryCharts() {}

  /** Returns the plots by the name of the series of all nodes; empty if nothing was read. */
  static Map<String, String> of(List<Interval> intervals) {
    double end = intervals.isEmpty() ? 0 : intervals.getLast().window().atNanos();
    ReadingLines lines = new ReadingLines(intervals, new LoadScale(intervals));
    Map<String, Map<String, SeriesId>> groups = new TreeMap<>();
    for (String name : lines.counts().keySet()) {
      SeriesId id = SeriesId.parse(name);
      groups.computeIfAbsent(id.ofAllNodes().text(), _ -> new TreeMap<>()).put(name, id);
    }
    Map<String, String> charts = new LinkedHashMap<>();
    groups.entrySet().stream()
        .limit(CHARTS_MAX)
        .forEach(group ->
            charts.put(
                group.getKey(), chart(group.getKey(), group.getValue(), lines, Axis.time(end))));
    return charts;
  }

  private static String chart(
      String title, Map<String, SeriesId> nodes, ReadingLines lines, Axis time) {
    LoadScale.Range range = new LoadScale.Range();
    Map<String, Series> drawn = new LinkedHashMap<>();
    nodes.forEach((name, id) -> {
      if (drawn.size() < LINES_MAX) {
        String all = nodes.size() > 1 ? "all nodes" : title;
        String label = id.node().isEmpty() ? all : id.node();
        drawn.put(name, lines.line(name, label, "c" + (1 + drawn.size()), 1, range));
      }
    });
    String metric = SeriesId.parse(title).metric();
    Chart chart = Chart.small(time, Axis.linear(range.max(), 3, ReadingLines.label(metric)));
    drawn.values().forEach(chart::line);
    return chart.svg(title);
  }
}
