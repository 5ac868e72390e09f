package org.plimsoll.report.terminal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Figures;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Column;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Study;
import org.plimsoll.result.SweepResult.Unit;
import org.plimsoll.result.SweepResult.Value;

/**
 * Renders the study of a sweep: the means of the runs, followed by the medians with their
 * intervals. Columns that do not fit the screen are in a second block below.
 */
public final class StudyTable {
  private static final int GAP = 2;
  private static final int POINT_MAX = 24;

  private StudyTable() {}

  /** Renders the tables; each line ends with a line break. */
  public static String of(SweepResult result, Study study, @Nullable Path folder, Screen screen) {
    List<String> lines = new ArrayList<>();
    String target = TerminalText.printable(result.sweep().target());
    lines.add(Color.BOLD.paint(screen.fit(target), screen.ansi()));
    for (Part part : Part.of(result, study)) {
      lines.add("");
      lines.addAll(screen.wrap(part.title(), ""));
      lines.addAll(blocks(result, study, part, screen));
    }
    for (Row row : result.rows()) {
      if (row.repetitions().failed()) {
        String missed =
            "  %s: failed: missed %s"
                .formatted(
                    SweepTable.point(row.point()), String.join(", ", row.repetitions().missed()));
        screen
            .wrap(TerminalText.printable(missed), "    ")
            .forEach(line -> lines.add(Color.RED.paint(line, screen.ansi())));
      }
      row.repetitions().failures().stream()
          .distinct()
          .forEach(text ->
              lines.addAll(
                  screen.wrap(
                      TerminalText.printable(SweepTable.point(row.point()) + ": " + text), "  ")));
    }
    if (result.rows().stream().anyMatch(row -> !mark(row).isEmpty())) {
      lines.add("");
      lines.addAll(
          screen.wrap(
              "? = a run is suspect, ✗ = a run is invalid, ! = a run missed an objective.", ""));
    }
    for (String note : study.notes()) {
      lines.add("");
      lines.addAll(screen.wrap(TerminalText.printable(note), ""));
    }
    result
        .scalability()
        .forEach(law -> {
          lines.add("");
          lines.addAll(
              screen.wrap(
                  "scalability over " + law.over() + SweepTable.at(law) + ": " + law.text(), "  "));
        });
    if (folder != null) {
      lines.add("");
      lines.addAll(screen.wrap("Details: " + folder.resolve("sweep.html"), "  "));
    }
    return String.join("\n", lines) + "\n";
  }

  /**
   * One of the tables of a study.
   *
   * @param cell the text of a value, for its unit
   */
  public record Part(String title, CellText cell) {
    /**
     * Returns the tables of a study: one table if each point has one run, otherwise means and
     * medians.
     */
    public static List<Part> of(SweepResult result, Study study) {
      int most = result.rows().stream().mapToInt(row -> row.repetitions().runs()).max().orElse(0);
      if (most < 2) {
        return List.of(
            new Part("One run of each point.", (value, unit) -> shown(value.mean(), unit)));
      }
      return List.of(
          new Part("Mean of %d runs.".formatted(most), (value, unit) -> shown(value.mean(), unit)),
          new Part(
              String.format(
                  Locale.ROOT,
                  "Median of %d runs, and the interval that contains the median of all such runs"
                      + " with %s probability.",
                  most,
                  Figures.percent(study.confidence())),
              StudyTable::withInterval));
    }

    /** Returns the text of a row's cell. */
    public String text(Row row, Column column) {
      Value value = row.values().get(column.name());
      return value == null ? Figures.NONE : cell.of(value, column.unit());
    }
  }

  /** Formats a value as the text of a cell. */
  @FunctionalInterface
  public interface CellText {
    /** Returns the text in a unit. */
    String of(Value value, Unit unit);
  }

  /**
   * Returns the median with its interval. The unit of the interval is omitted if the median has the
   * same unit.
   */
  private static String withInterval(Value value, Unit unit) {
    String median = shown(value.median(), unit);
    Double low = value.low();
    Double high = value.high();
    if (low == null || high == null) {
      return median;
    }
    String from = shown(low, unit);
    String to = shown(high, unit);
    if (from.equals(to)) {
      return median;
    }
    String suffix = suffix(median);
    if (suffix.equals(suffix(from)) && suffix.equals(suffix(to))) {
      from = from.substring(0, from.length() - suffix.length());
      to = to.substring(0, to.length() - suffix.length());
    }
    return median + " [" + from + ", " + to + "]";
  }

  /** Returns the text after the last digit. */
  private static String suffix(String text) {
    return text.replaceFirst("^.*[0-9]", "");
  }

  /** Returns a value with its unit. */
  public static String shown(double value, Unit unit) {
    return switch (unit) {
      case RATE -> Figures.shortRate(value) + "/s";
      case NANOS -> Figures.duration(value);
      case SHARE -> Figures.percent(value);
      case BYTES -> Figures.bytes(value);
      case BYTES_PER_SECOND -> Figures.bytes(value) + "/s";
      case MONEY -> money(value);
      case NUMBER -> Figures.tick(Figures.digits(value));
    };
  }

  private static String money(double value) {
    return value >= 1 || value == 0
        ? String.format(Locale.ROOT, "%,.2f", value)
        : new BigDecimal(value).round(new MathContext(3)).toPlainString();
  }

  /** Returns the mark of a row if one of its runs is not valid. */
  public static String mark(Row row) {
    if (row.repetitions().runs() == 0) {
      return "";
    }
    if (row.repetitions().failed()) {
      return "!";
    }
    return switch (row.repetitions().validity()) {
      case SUSPECT -> "?";
      case INVALID -> "✗";
      default -> "";
    };
  }

  /**
   * Returns the head of the first column: the name of the axis if there is only one, otherwise an
   * empty text.
   */
  public static String pointName(SweepResult result) {
    return result.settings().size() == 1 ? result.settings().getFirst() : "";
  }

  /**
   * Returns the first cell of a row: the value of the axis if there is only one, otherwise names
   * with values.
   */
  public static String pointText(Row row) {
    return TerminalText.printable(
        row.point().size() == 1
            ? row.point().values().iterator().next()
            : SweepTable.point(row.point()));
  }

  private static List<String> blocks(SweepResult result, Study study, Part part, Screen screen) {
    List<Row> rows = result.rows();
    String name = pointName(result);
    int pointWidth =
        Math.min(
            POINT_MAX,
            Math.max(
                name.length(),
                rows.stream().mapToInt(row -> TerminalText.width(pointText(row))).max().orElse(0)));
    List<String> lines = new ArrayList<>();
    List<Column> columns = study.columns();
    int from = 0;
    while (from < columns.size()) {
      int to = from;
      int used = pointWidth + GAP; // the mark is as wide as the gap
      List<Integer> widths = new ArrayList<>();
      while (to < columns.size()) {
        int width = width(rows, columns.get(to), part);
        if (to > from && used + GAP + width > screen.columns()) {
          break;
        }
        used += GAP + width;
        widths.add(width);
        to++;
      }
      if (from > 0) {
        lines.add("");
      }
      StringBuilder head = new StringBuilder(TerminalText.left(name, pointWidth));
      for (int i = from; i < to; i++) {
        head.append(TerminalText.right(columns.get(i).name(), GAP + widths.get(i - from)));
      }
      lines.add(Color.DIM.paint(screen.fit(head.toString()), screen.ansi()));
      for (Row row : rows) {
        StringBuilder line = new StringBuilder(TerminalText.left(pointText(row), pointWidth));
        if (row.repetitions().runs() == 0) {
          String why = row.repetitions().failures().isEmpty() ? "  not run" : "  failed";
          lines.add(line + Color.RED.paint(why, screen.ansi()));
          continue;
        }
        for (int i = from; i < to; i++) {
          line.append(
              TerminalText.right(part.text(row, columns.get(i)), GAP + widths.get(i - from)));
        }
        String mark = mark(row);
        lines.add(
            screen.fit(line.toString())
                + (mark.isEmpty() ? "" : Color.YELLOW.paint(" " + mark, screen.ansi())));
      }
      from = to;
    }
    return lines;
  }

  private static int width(List<Row> rows, Column column, Part part) {
    return Math.max(
        column.name().length(),
        rows.stream().mapToInt(row -> TerminalText.width(part.text(row, column))).max().orElse(0));
  }
}
