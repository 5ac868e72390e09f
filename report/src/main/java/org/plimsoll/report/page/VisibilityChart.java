package org.plimsoll.report.page;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;
import org.plimsoll.result.Figures;

/** Renders the share of reads that saw a write, by the time since its acknowledgement. */
final class VisibilityChart {
  private VisibilityChart() {}

  /**
   * Renders the share of reads that saw the last acknowledged write, by the time since its
   * acknowledgement; null if there are no such reads.
   */
  static @Nullable String of(ConsistencySummary found) {
    List<VisibilityPoint> points = found.freshness().visibility();
    if (points.isEmpty()) {
      return null;
    }
    int count = points.size();
    double[] times = new double[count];
    double[] shares = new double[count];
    double[] lows = new double[count];
    double[] highs = new double[count];
    for (int i = 0; i < count; i++) {
      VisibilityPoint point = points.get(i);
      // Half a microsecond represents shorter times, because a log axis has no zero.
      times[i] =
          point.fromNanos() == 0
              ? 500
              : Math.sqrt((double) point.fromNanos() * Math.min((double) point.toNanos(), 2e12));
      shares[i] = point.share();
      lows[i] = point.low();
      highs[i] = point.high();
    }
    Chart chart =
        new Chart(
            Axis.decades(times[0], times[count - 1], Figures::duration),
            Axis.linear(1, 5, Figures::percent));
    chart.line(new Series("95 % from", "c3", times, lows));
    chart.line(new Series("to", "c3", times, highs));
    chart.line(new Series("saw the write", "c1", times, shares));
    return chart.svg("Share of reads that saw the last acknowledged write, by the time since");
  }
}
