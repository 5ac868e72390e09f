package org.plimsoll.report.terminal;

import org.plimsoll.report.terminal.TerminalText.Color;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;

/** Renders one second of a run as a line. */
public final class ProgressLine {
  private ProgressLine() {}

  /**
   * Renders the line that a terminal rewrites each second.
   *
   * @param totalNanos the expected length of the run; 0 if unknown
   * @param columns width of the terminal, at least 1
   */
  public static String status(Interval interval, long totalNanos, int columns, boolean ansi) {
    int fitting = Math.min(columns, Screen.COLUMNS_MAX);
    String line = TerminalText.fit(text(interval, totalNanos), fitting);
    Color color = color(interval);
    return color.paint(line, ansi);
  }

  /** Renders the line without color, for output that is not a terminal. */
  public static String plain(Interval interval, long totalNanos, int columns) {
    return status(interval, totalNanos, columns, false);
  }

  private static String text(Interval interval, long totalNanos) {
    StringBuilder text = new StringBuilder();
    text.append(TerminalText.left(interval.window().phase().text(), 7)).append(' ');
    text.append(Figures.clock(interval.window().atNanos()));
    if (totalNanos > 0) {
      text.append('/').append(Figures.clock(totalNanos));
    }
    Interval.LoadInterval figures = interval.figures();
    text.append("  ").append(Figures.shortRate(figures.throughputPerSecond()));
    if (figures.targetPerSecond() > 0) {
      text.append('/').append(Figures.shortRate(figures.targetPerSecond()));
    }
    text.append("/s");
    Interval.OperationInterval all = figures.operations().get("all");
    if (all != null) {
      boolean response = all.responseNanos().count() > 0;
      Interval.Percentiles latency = response ? all.responseNanos() : all.serviceNanos();
      if (latency.count() > 0) {
        text.append(response ? "  p50 " : "  service p50 ")
            .append(Figures.duration(latency.p50()))
            .append(" p99 ")
            .append(Figures.duration(latency.p99()));
      }
    }
    Interval.LoadInterval probe = interval.probe();
    Interval.OperationInterval probed = probe == null ? null : probe.operations().get("all");
    if (probed != null && probed.responseNanos().count() > 0) {
      text.append("  probe ").append(Figures.duration(probed.responseNanos().p50()));
    }
    long errors = figures.accounting().errors().total();
    if (errors > 0) {
      text.append("  err ").append(Figures.shortRate((double) errors));
    }
    // A line has space for either the probe or the lag.
    if (probed == null && interval.dispatchLagNanos().count() > 0) {
      text.append("  lag ").append(Figures.duration(interval.dispatchLagNanos().p99()));
    }
    if (figures.backlog() > 0) {
      text.append("  wait ").append(Figures.shortRate(figures.backlog()));
    }
    if (interval.isDisturbed()) {
      text.append("  ").append(interval.verdict().validity());
    }
    return text.toString();
  }

  private static Color color(Interval interval) {
    if (interval.figures().accounting().errors().total() > 0) {
      return Color.RED;
    }
    return interval.window().phase() == Phase.MEASURE ? Color.PLAIN : Color.DIM;
  }
}
