package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Spread;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * An iteration, or the spread of all iterations, as a table row. Latencies are response times, or
 * service times in a closed load.
 *
 * @param validity validity of the iteration; empty for the spread
 * @param failed whether the iteration missed an objective
 */
public record IterationRow(String label, List<String> cells, Validity validity, boolean failed) {
  public static final List<String> TITLES =
      List.of("rate", "errors", "mean", "p50", "p95", "p99", "p99.9", "max");

  /** Titles that a narrow table omits. */
  static final List<String> WIDE = List.of("mean", "p95", "p99.9");

  private static final int LABEL_COLUMNS = 16;
  private static final int FIGURE_COLUMNS = 8;

  private static final List<String> FIGURES =
      List.of("throughputPerSecond", "errors", "mean", "p50", "p95", "p99", "p999", "max");

  /** Maximum number of iterations to show; beyond it, only the spread is shown. */
  private static final int SHOWN_MAX = 30;

  /** Returns each iteration, then minimum, median, maximum and variation. */
  public static List<IterationRow> of(Summary summary) {
    List<IterationRow> rows = new ArrayList<>();
    List<Summary.Iteration> iterations = summary.details().iterations();
    for (int i = 0; i < iterations.size() && iterations.size() <= SHOWN_MAX; i++) {
      rows.add(of(String.valueOf(i + 1), iterations.get(i)));
    }
    if (!iterations.isEmpty()) {
      rows.add(spread("least", summary, Spread::min));
      rows.add(spread("median", summary, Spread::median));
      rows.add(spread("most", summary, Spread::max));
      rows.add(spread("variation", summary, Spread::coefficientOfVariation));
    }
    return rows;
  }

  private static IterationRow of(String label, Summary.Iteration iteration) {
    Latency response = iteration.responseNanos();
    Latency latency = response == null ? iteration.serviceNanos() : response;
    List<String> cells = new ArrayList<>();
    cells.add(Figures.shortRate(iteration.throughputPerSecond()) + "/s");
    Double errors = iteration.accounting().errorShare();
    cells.add(errors == null ? Figures.NONE : Figures.percent(errors));
    for (String name : FIGURES.subList(2, FIGURES.size())) {
      cells.add(LatencyCell.marked(latency, name));
    }
    boolean failed =
        iteration.objectives().stream().anyMatch(each -> each.result() == SloOutcome.FAILED);
    return new IterationRow(label, cells, iteration.validity(), failed);
  }

  /** Returns the label, with the validity unless it is valid, and with a missed objective. */
  public String labelled() {
    return label + (validity.isDisturbed() ? " " + validity : "") + (failed ? " failed" : "");
  }

  /** Returns the rows as a table; empty without iterations. */
  static List<String> table(Summary summary, Screen screen, boolean isNarrow) {
    List<IterationRow> rows = of(summary);
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    String label = summary.details().iterations().size() + " times";
    lines.add(Color.DIM.paint(line(label, TITLES, isNarrow), screen.ansi()));
    for (IterationRow row : rows) {
      boolean isGood = !row.validity().isDisturbed() && !row.failed();
      Color color = row.failed() ? Color.RED : Color.of(row.validity());
      String line = line("  " + row.labelled(), row.cells(), isNarrow);
      lines.add(isGood ? line : color.paint(line, screen.ansi()));
    }
    return lines;
  }

  private static String line(String label, List<String> cells, boolean isNarrow) {
    StringBuilder line = new StringBuilder(TerminalText.left(label, LABEL_COLUMNS));
    for (int i = 0; i < cells.size(); i++) {
      if (!isNarrow || !WIDE.contains(TITLES.get(i))) {
        line.append(TerminalText.right(cells.get(i), FIGURE_COLUMNS));
      }
    }
    return line.toString();
  }

  /** Selects one figure of a spread. */
  private interface Of {
    @Nullable Double value(Spread spread);
  }

  private static IterationRow spread(String label, Summary summary, Of of) {
    List<String> cells = new ArrayList<>();
    for (String name : FIGURES) {
      Spread spread = summary.details().spread().get(name);
      Double value = spread == null ? null : of.value(spread);
      if (value == null) {
        cells.add(Figures.NONE);
      } else if (label.equals("variation") || name.equals("errors")) {
        cells.add(Figures.percent(value));
      } else if (name.equals("throughputPerSecond")) {
        cells.add(Figures.shortRate(value) + "/s");
      } else {
        cells.add(Figures.duration(value));
      }
    }
    return new IterationRow(label, cells, Validity.UNJUDGED, false);
  }
}
