package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * One iteration, or the spread of all, as a table row. Latencies are response times, or service
 * times in a closed load.
 *
 * @param validity empty for the spread
 */
public record IterationRow(String label, List<String> cells, Validity validity) {
  public static final List<String> TITLES =
      List.of("rate", "mean", "p50", "p90", "p99", "p99.9", "max");

  /** Titles that a narrow table omits. */
  static final List<String> WIDE = List.of("mean", "p90");

  private static final List<String> FIGURES =
      List.of("throughputPerSecond", "mean", "p50", "p90", "p99", "p999", "max");

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
      rows.add(spread("least", summary, Summary.Spread::min));
      rows.add(spread("median", summary, Summary.Spread::median));
      rows.add(spread("most", summary, Summary.Spread::max));
      rows.add(spread("variation", summary, Summary.Spread::coefficientOfVariation));
    }
    return rows;
  }

  private static IterationRow of(String label, Summary.Iteration iteration) {
    Latency response = iteration.responseNanos();
    Latency latency = response == null ? iteration.serviceNanos() : response;
    List<String> cells = new ArrayList<>();
    cells.add(Figures.shortRate(iteration.throughputPerSecond()) + "/s");
    Double mean = latency.mean();
    cells.add(mean == null ? Figures.NONE : Figures.duration(mean));
    for (String name : FIGURES.subList(2, FIGURES.size())) {
      cells.add(LatencyCell.of(latency, name).text());
    }
    return new IterationRow(label, cells, iteration.validity());
  }

  /** Selects a figure of a spread. */
  private interface Of {
    @Nullable Double value(Summary.Spread spread);
  }

  private static IterationRow spread(String label, Summary summary, Of of) {
    List<String> cells = new ArrayList<>();
    for (String name : FIGURES) {
      Summary.Spread spread = summary.details().spread().get(name);
      Double value = spread == null ? null : of.value(spread);
      if (value == null) {
        cells.add(Figures.NONE);
      } else if (label.equals("variation")) {
        cells.add(Figures.percent(value));
      } else if (name.equals("throughputPerSecond")) {
        cells.add(Figures.shortRate(value) + "/s");
      } else {
        cells.add(Figures.duration(value));
      }
    }
    return new IterationRow(label, cells, Validity.UNJUDGED);
  }
}
