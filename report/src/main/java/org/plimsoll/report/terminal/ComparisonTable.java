package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.Comparison.Side;
import org.plimsoll.result.ComparisonVerdict;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Figures;

/** Renders a comparison as a table that fits the screen. */
public final class ComparisonTable {
  private static final int FIGURE_COLUMNS = 12;
  private static final int VALUE_COLUMNS = 11;
  private static final int SHIFT_COLUMNS = 10;
  private static final int BOUNDS_COLUMNS = 21;

  /** Width of the table with the column of the interval. */
  private static final int TABLE_COLUMNS = 79;

  private static final double FACTOR = 9;

  private final Comparison comparison;
  private final Screen screen;
  private final boolean ansi;
  private final List<String> lines = new ArrayList<>();

  private ComparisonTable(Comparison comparison, Screen screen) {
    this.comparison = comparison;
    this.screen = screen;
    ansi = screen.ansi();
  }

  /** Renders the table; each line ends with a line break. */
  public static String of(Comparison comparison, Screen screen) {
    return new ComparisonTable(comparison, screen).render();
  }

  private String render() {
    side("A      ", comparison.a());
    side("against", comparison.against());
    for (Comparison.Differing each : comparison.differing()) {
      wrap(
          "  %s: %s, against %s".formatted(each.setting(), each.a(), each.against()),
          "    ",
          Color.DIM);
    }
    lines.add("");
    lines.add(
        Color.DIM.paint(
            TerminalText.left("", FIGURE_COLUMNS)
                + TerminalText.right("against", VALUE_COLUMNS)
                + TerminalText.right("A", VALUE_COLUMNS)
                + TerminalText.right("shift", SHIFT_COLUMNS)
                + bounds(percent(comparison.criteria().level()) + " interval"),
            ansi));
    String operation = "";
    boolean isPrimary = true;
    for (Row row : comparison.rows()) {
      if (row.subject().primary() != isPrimary) {
        isPrimary = row.subject().primary();
        operation = "";
        lines.add("");
        wrap("exploratory: the verdict does not depend on these", "  ", Color.DIM);
      }
      if (!row.subject().operation().equals(operation)) {
        operation = row.subject().operation();
        String kind = row.subject().kind().isEmpty() ? "" : ", " + row.subject().kind() + " time";
        lines.add(Color.BOLD.paint(TerminalText.printable(operation), ansi) + kind);
      }
      row(row);
    }
    lines.add("");
    wrap(
        "verdict  " + comparison.conclusion().sentence(),
        "         ",
        color(comparison.conclusion().verdict()));
    comparison.conclusion().notes().forEach(note -> wrap("  " + note, "    ", Color.PLAIN));
    return String.join("\n", lines) + "\n";
  }

  private void side(String name, Side side) {
    String text =
        "%s  %d %s  %s"
            .formatted(
                name,
                side.runs().size(),
                side.runs().size() == 1 ? "run" : "runs",
                TerminalText.printable(side.target()));
    lines.add(screen.fit(text));
  }

  /** Returns the column of the interval; empty on a narrow screen. */
  private String bounds(String text) {
    return screen.isNarrowerThan(TABLE_COLUMNS) ? "" : TerminalText.right(text, BOUNDS_COLUMNS);
  }

  private void row(Row row) {
    String name = TerminalText.printable(name(row));
    boolean fits = TerminalText.width(name) <= FIGURE_COLUMNS - 2;
    if (!fits) {
      lines.add(screen.fit("  " + name));
    }
    lines.add(
        TerminalText.left(fits ? "  " + name : "", FIGURE_COLUMNS)
            + TerminalText.right(value(row, row.samples().medianAgainst()), VALUE_COLUMNS)
            + TerminalText.right(value(row, row.samples().median()), VALUE_COLUMNS)
            + TerminalText.right(signed(row, row.shift()), SHIFT_COLUMNS)
            + bounds(interval(row))
            + "   "
            + color(row.verdict()).paint(row.verdict().text(), ansi));
    String note = row.note();
    if (note != null) {
      wrap("    " + note, "    ", Color.DIM);
    }
  }

  /** Returns the interval of the shift; empty if it was not tested. */
  public static String interval(Row row) {
    Comparison.Tested tested = row.tested();
    return tested == null
        ? ""
        : "%s … %s".formatted(signed(row, tested.low()), signed(row, tested.high()));
  }

  public static String name(Row row) {
    int at = LatencyCell.NAMES.indexOf(row.subject().figure());
    return at < 0 ? row.subject().figure() : LatencyCell.TITLES.get(at);
  }

  public static String value(Row row, double value) {
    String of = row.subject().operation();
    if (of.equals("driver") || of.equals("telemetry")) {
      return other(row.subject().figure(), value);
    }
    return row.isLatency()
        ? Figures.duration(value)
        : row.subject().figure().equals("errors")
            ? Figures.percent(value)
            : Figures.rate(rounded(value));
  }

  /** Returns a figure of the driver or of the target, in the unit with which its name ends. */
  public static String other(String name, double value) {
    int brace = name.indexOf('{');
    String plain = brace < 0 ? name : name.substring(0, brace);
    if (DriverCounts.isRatio(plain)) {
      return Figures.percent(value);
    }
    if (plain.endsWith("_bytes")) {
      return Figures.bytes(value);
    }
    return plain.endsWith("_seconds") ? Figures.duration(value * 1e9) : Figures.shortRate(value);
  }

  /** Rounds a rate to three digits, because it is a median of runs and not a count. */
  private static double rounded(double rate) {
    return rate >= 1000 ? Math.rint(rate) : rate;
  }

  /**
   * Returns a shift with its sign, as a percentage, or as a factor if it is at least ten. The shift
   * of errors, which are shares themselves, is in percentage points.
   */
  public static String signed(Row row, double share) {
    if (share >= FACTOR) {
      return "× " + Figures.digits(1 + share);
    }
    double percent = share * 100;
    String unit = row.subject().figure().equals("errors") ? " pp" : " %";
    int decimals = Math.abs(percent) < 9.95 ? 1 : 0;
    String figure = String.format(Locale.ROOT, "%+,." + decimals + "f", percent);
    return (figure.matches("[+-]0\\.0") ? "0.0" : figure) + unit;
  }

  public static String percent(double share) {
    return Figures.tick(Figures.percent(share));
  }

  private void wrap(String text, String indent, Color color) {
    screen
        .wrap(TerminalText.printable(text), indent)
        .forEach(line -> lines.add(color.paint(line, ansi)));
  }

  private static Color color(ComparisonVerdict verdict) {
    return switch (verdict) {
      case BETTER -> Color.GREEN;
      case WORSE, MIXED -> Color.RED;
      case SAME -> Color.PLAIN;
      case DIFFERENT -> Color.BOLD;
      case CANNOT_TELL, NOT_TESTED -> Color.YELLOW;
    };
  }
}
