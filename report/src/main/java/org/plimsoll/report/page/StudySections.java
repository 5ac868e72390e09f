package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.report.terminal.StudyTable;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.result.Figures;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Column;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Study;
import org.plimsoll.result.SweepResult.Value;

/**
 * The sections of a scalability study in the page of a sweep: its tables, and the charts that such
 * studies publish. These are throughput over nodes with the line of linear scaling, latency over
 * nodes, and cost over throughput.
 */
final class StudySections {
  private static final int COLORS = 5;
  private static final List<String> LATENCIES = List.of("mean", "p50", "p95", "p99");

  private StudySections() {}

  static void add(ResultPage page, SweepResult result, Study study) {
    for (StudyTable.Part part : StudyTable.Part.of(result, study)) {
      table(page, result, study, part);
    }
    String over = study.over();
    Map<String, List<Row>> groups = groups(result, over);
    if (!over.isEmpty() && !groups.isEmpty()) {
      page.chart(
          "Throughput over " + over,
          throughput(groups, over),
          "Medians of the runs. The dashed line is linear: the throughput of the first point, in"
              + " proportion to "
              + over
              + ".");
      page.chart("Latency over " + over, latency(groups, over), "Medians of the runs; log axis.");
    }
    String cost = cost(groups);
    if (cost != null) {
      page.chart(
          "Cost over throughput", cost, "Cost of a million operations; medians of the runs.");
    }
  }

  private static void table(
      ResultPage page, SweepResult result, Study study, StudyTable.Part part) {
    List<String> heads = new ArrayList<>();
    String point = StudyTable.pointName(result);
    heads.add(point.isEmpty() ? "point" : point);
    study.columns().forEach(column -> heads.add(column.name()));
    heads.add("validity");
    List<List<String>> rows = new ArrayList<>();
    for (Row row : result.rows()) {
      List<String> cells = new ArrayList<>(List.of(StudyTable.pointText(row)));
      if (row.repetitions().runs() == 0) {
        cells.add(
            row.repetitions().failures().isEmpty()
                ? "not run"
                : String.join("; ", row.repetitions().failures()));
      } else {
        for (Column column : study.columns()) {
          cells.add(part.text(row, column));
        }
        cells.add(row.repetitions().validity().text());
      }
      rows.add(cells);
    }
    page.table(part.title().replaceFirst("\\.$", ""), heads, rows, "");
  }

  /** Returns the rows grouped by the other settings, each group ascending. */
  private static Map<String, List<Row>> groups(SweepResult result, String over) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (Row row : result.rows()) {
      if (over.isEmpty() || Double.isFinite(at(row, over))) {
        Map<String, String> others = new LinkedHashMap<>(row.point());
        others.remove(over);
        if (median(row, "throughput") > 0) {
          groups.computeIfAbsent(SweepTable.point(others), each -> new ArrayList<>()).add(row);
        }
      }
    }
    if (!over.isEmpty()) {
      groups.values().forEach(rows -> rows.sort(Comparator.comparingDouble(row -> at(row, over))));
    }
    return groups;
  }

  private static double at(Row row, String over) {
    String text = String.valueOf(row.point().get(over));
    return text.matches("[0-9]+(\\.[0-9]+)?") ? Double.parseDouble(text) : Double.NaN;
  }

  private static double median(Row row, String column) {
    Value value = row.values().get(column);
    return value == null ? Double.NaN : value.median();
  }

  private static @Nullable String throughput(Map<String, List<Row>> groups, String over) {
    List<Series> lines = new ArrayList<>();
    groups.forEach((name, rows) -> {
      double[] xs = rows.stream().mapToDouble(row -> at(row, over)).toArray();
      double[] ys = rows.stream().mapToDouble(row -> median(row, "throughput")).toArray();
      String color = color(lines.size() / 2);
      lines.add(new Series(name.isEmpty() ? "measured" : name, color, xs, ys));
      double first = ys[0] / xs[0];
      double last = xs[xs.length - 1];
      lines.add(
          new Series(
              name.isEmpty() ? "linear" : "linear, " + name,
              "c0",
              new double[] {0, last},
              new double[] {0, first * last}));
    });
    return linear(
        lines, "Throughput over " + over, v -> Figures.shortRate(v) + "/s", StudySections::plain);
  }

  private static @Nullable String latency(Map<String, List<Row>> groups, String over) {
    List<Series> lines = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    double right = 0;
    for (Map.Entry<String, List<Row>> group : groups.entrySet()) {
      double[] xs = group.getValue().stream().mapToDouble(row -> at(row, over)).toArray();
      for (String figure : LATENCIES) {
        double[] ys = group.getValue().stream().mapToDouble(row -> median(row, figure)).toArray();
        String name = group.getKey().isEmpty() ? figure : figure + ", " + group.getKey();
        lines.add(new Series(name, color(lines.size()), xs, ys));
        for (double y : ys) {
          if (y > 0) {
            least = Math.min(least, y);
            most = Math.max(most, y);
          }
        }
      }
      for (double x : xs) {
        right = Math.max(right, x);
      }
    }
    if (most == 0) {
      return null;
    }
    Chart chart =
        new Chart(
            Axis.linear(right, ticks(right), StudySections::plain),
            Axis.decades(least, most, Figures::duration));
    lines.forEach(chart::line);
    return chart.svg("Latency over " + over);
  }

  private static @Nullable String cost(Map<String, List<Row>> groups) {
    List<Series> lines = new ArrayList<>();
    groups.forEach((name, rows) -> {
      List<Row> ascending =
          rows.stream()
              .filter(row -> row.values().containsKey("cost-per-million"))
              .sorted(Comparator.comparingDouble(row -> median(row, "throughput")))
              .toList();
      if (!ascending.isEmpty()) {
        lines.add(
            new Series(
                name.isEmpty() ? "cost per million" : name,
                color(lines.size()),
                ascending.stream().mapToDouble(row -> median(row, "throughput")).toArray(),
                ascending.stream().mapToDouble(row -> median(row, "cost-per-million")).toArray()));
      }
    });
    return linear(
        lines, "Cost over throughput", StudySections::plain, v -> Figures.shortRate(v) + "/s");
  }

  private static @Nullable String linear(
      List<Series> lines, String title, DoubleFunction<String> y, DoubleFunction<String> x) {
    double top = 0;
    double right = 0;
    for (Series line : lines) {
      for (int i = 0; i < line.ys().length; i++) {
        top = Double.isFinite(line.ys()[i]) ? Math.max(top, line.ys()[i]) : top;
        right = Math.max(right, line.xs()[i]);
      }
    }
    if (top == 0 || right == 0) {
      return null;
    }
    Chart chart = new Chart(Axis.linear(right, ticks(right), x), Axis.linear(top, 5, y));
    lines.forEach(chart::line);
    return chart.svg(title);
  }

  private static String plain(double value) {
    return value < 0.01 && value > 0 ? SweepTable.cost(value) : Figures.tick(Figures.digits(value));
  }

  /** Returns the number of ticks; with few nodes, each of them has a tick. */
  private static int ticks(double right) {
    return right < 8 ? (int) right + 1 : 8;
  }

  private static String color(int index) {
    return "c" + (index % COLORS + 1);
  }
}
