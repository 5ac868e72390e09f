package org.plimsoll.report.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Range;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Scalability;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.Validity;

/** Renders a sweep as a table that fits the screen. */
public final class SweepTable {
  private static final int POINT = 25;
  private static final int POINT_MIN = 12;
  private static final List<Integer> COLUMNS = List.of(4, 10, 8, 9, 9, 9);
  private static final int COST = 9;
  private static final int MARK = 4;

  /** The index of the column that a narrow table omits. */
  private static final int SPREAD = 2;

  private SweepTable() {}

  /** Renders the table; each line ends with a line break. */
  public static String of(SweepResult result, @Nullable Path folder, Screen screen) {
    boolean ansi = screen.ansi();
    List<String> lines = new ArrayList<>();
    String target = TerminalText.printable(result.sweep().target());
    lines.add(Color.BOLD.paint(screen.fit(target), ansi));
    lines.add("");
    boolean costs = result.rows().stream().anyMatch(row -> row.figures().costPerMillion() != null);
    lines.add(Color.DIM.paint(head(costs, screen), ansi));
    for (Row row : result.rows()) {
      lines.add(line(row, costs, screen));
      if (row.repetitions().failed()) {
        String missed = "    ! failed: missed " + String.join(", ", row.repetitions().missed());
        screen.wrap(missed, "      ").forEach(text -> lines.add(Color.RED.paint(text, ansi)));
      }
      row.repetitions().failures().stream()
          .distinct()
          .forEach(
              text -> lines.addAll(screen.wrap("    " + TerminalText.printable(text), "    ")));
    }
    lines.add("");
    lines.addAll(
        screen.wrap(
            "Throughput is the median of the runs. Spread is the highest minus the lowest."
                + " Latencies are from the run with the median p99."
                + (costs ? " Cost is per million operations." : "")
                + (hasFew(result) ? " * means: " + LatencyCell.FEW + "." : ""),
            ""));
    for (Scalability law : result.scalability()) {
      lines.add("");
      lines.addAll(
          screen.wrap("scalability over " + law.over() + at(law) + ": " + law.text(), "  "));
    }
    KneeResult knee = result.knee();
    if (knee != null) {
      lines.add("");
      lines.addAll(screen.wrap("knee     " + TuneTable.kneeText(knee, "/s"), "         "));
    }
    if (folder != null) {
      lines.add("");
      lines.addAll(screen.wrap("Details: " + folder.resolve("sweep.html"), "  "));
    }
    return String.join("\n", lines) + "\n";
  }

  private static boolean hasFew(SweepResult result) {
    return result.rows().stream()
        .map(row -> row.figures().latencyNanos())
        .anyMatch(latency -> latency != null && latency.leavesOutFailures());
  }

  /** Returns the values of a point, with names if there are several. */
  public static String point(Map<String, String> point) {
    return point.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  public static String at(Scalability law) {
    return law.at().isEmpty() ? "" : " at " + point(law.at());
  }

  private static String head(boolean costs, Screen screen) {
    return TerminalText.left("", pointColumns(costs, screen))
        + cells(costs, screen, "runs", "answered", "spread", "errors", "p50", "p99")
        + (costs ? TerminalText.right("cost", COST) : "");
  }

  /** Renders a point as a line, or as two lines if its values need the whole width. */
  static String line(Row row, boolean costs, Screen screen) {
    boolean ansi = screen.ansi();
    Range throughput = row.figures().throughputPerSecond();
    Latency latency = row.figures().latencyNanos();
    int columns = pointColumns(costs, screen);
    String values = TerminalText.printable(point(row.point()));
    String point =
        values.length() < columns
            ? TerminalText.left(values, columns)
            : screen.fit(values) + "\n" + TerminalText.left("", columns);
    if (throughput == null || latency == null) {
      return point
          + Color.RED.paint(
              row.repetitions().failures().isEmpty() ? "  not run" : "  failed", ansi);
    }
    String spread =
        row.repetitions().runs() < 2
            ? Figures.NONE
            : Figures.percent(
                (throughput.most() - throughput.least()) / Math.max(1e-9, throughput.median()));
    Double cost = row.figures().costPerMillion();
    return point
        + cells(
            costs,
            screen,
            String.valueOf(row.repetitions().runs()),
            Figures.shortRate(throughput.median()) + "/s",
            spread,
            Figures.percent(row.figures().errorShare()),
            LatencyCell.marked(latency, "p50"),
            LatencyCell.marked(latency, "p99"))
        + (costs ? TerminalText.right(cost == null ? Figures.NONE : cost(cost), COST) : "")
        + (row.repetitions().validity() == Validity.VALID
            ? ""
            : Color.YELLOW.paint(
                row.repetitions().validity() == Validity.SUSPECT ? " ?" : " ✗", ansi))
        + (row.repetitions().failed() ? Color.RED.paint(" !", ansi) : "");
  }

  public static String cost(double cost) {
    return cost >= 0.01 ? Figures.digits(cost) : String.format(java.util.Locale.ROOT, "%.5f", cost);
  }

  /** Returns the width that the figures leave for the values of the point. */
  private static int pointColumns(boolean costs, Screen screen) {
    int figures = COLUMNS.stream().mapToInt(Integer::intValue).sum();
    int rest = screen.columns() - figures - (costs ? COST : 0) - MARK;
    return Math.min(POINT, isNarrow(costs, screen) ? rest + COLUMNS.get(SPREAD) : rest);
  }

  private static boolean isNarrow(boolean costs, Screen screen) {
    int figures = COLUMNS.stream().mapToInt(Integer::intValue).sum();
    return screen.isNarrowerThan(POINT_MIN + figures + (costs ? COST : 0) + MARK);
  }

  private static String cells(boolean costs, Screen screen, String... texts) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.length; i++) {
      if (i == SPREAD && isNarrow(costs, screen)) {
        continue;
      }
      line.append(TerminalText.right(texts[i], COLUMNS.get(i)));
    }
    return line.toString();
  }
}
