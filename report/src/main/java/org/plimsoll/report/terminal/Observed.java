package org.plimsoll.report.terminal;

import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Figures;

/** Formats the figures that objectives bound. */
public final class Observed {
  private Observed() {}

  /** Returns a value in the unit of its objective, such as a share or a duration. */
  public static String text(String objective, double value) {
    String metric = objective.split("\\s*[<>≤≥]", 2)[0];
    String figure =
        metric.substring(Math.max(metric.lastIndexOf('.'), metric.lastIndexOf('/')) + 1);
    if (LatencyCell.NAMES.contains(figure)) {
      return Figures.duration(value);
    } else if (DriverCounts.isRatio(metric)
        || figure.equals("errors")
        || figure.equals("stale-reads")) {
      return Figures.percent(value);
    } else if (metric.startsWith("driver.") || figure.equals("lost-writes")) {
      return Figures.count((long) value);
    } else if (figure.equals("throughput") || figure.equals("goodput")) {
      return Figures.rate(value);
    }
    return ofSeries(figure, value);
  }

  /** Returns a value of a telemetry series, in the unit with which its name ends. */
  private static String ofSeries(String name, double value) {
    if (name.endsWith("_seconds")) {
      return Figures.duration(value * 1e9);
    }
    return name.endsWith("_bytes") ? Figures.bytes(value) : Figures.digits(value);
  }
}
