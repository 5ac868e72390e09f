package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;

/**
 * Converts suspect and invalid intervals to shaded bands of a chart. Adjacent intervals of the same
 * kind are merged.
 */
final class DisturbedBands {
  private DisturbedBands() {}

  static List<Chart.Band> of(List<Interval> intervals) {
    List<Chart.Band> bands = new ArrayList<>();
    List<Interval> stretch = new ArrayList<>();
    for (Interval interval : intervals) {
      if (!stretch.isEmpty()
          && !stretch.getLast().verdict().validity().equals(interval.verdict().validity())) {
        close(stretch, bands);
      }
      if (interval.isDisturbed()) {
        stretch.add(interval);
      }
    }
    close(stretch, bands);
    return bands;
  }

  private static void close(List<Interval> stretch, List<Chart.Band> bands) {
    if (stretch.isEmpty()) {
      return;
    }
    Interval first = stretch.getFirst();
    Interval last = stretch.getLast();
    long fromNanos = first.window().startNanos();
    Set<String> codes = new LinkedHashSet<>();
    stretch.forEach(
        interval -> interval.verdict().findings().forEach(finding -> codes.add(finding.text())));
    bands.add(
        new Chart.Band(
            (double) fromNanos,
            (double) last.window().atNanos(),
            first.verdict().validity().text(),
            "%s from %s to %s: %s"
                .formatted(
                    first.verdict().validity().text(),
                    Figures.clock(fromNanos),
                    Figures.clock(last.window().atNanos()),
                    String.join(", ", codes))));
    stretch.clear();
  }
}
