package org.plimsoll.analysis.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/** The driver counters and telemetry figures that all runs have. */
final class OtherFigures {
  private OtherFigures() {}

  static List<Figure> of(List<ComparedRun> a, List<ComparedRun> against, PrimaryFigures primary) {
    List<Figure> figures = new ArrayList<>();
    figures.addAll(figures(Figure.DRIVER, values(a, true), values(against, true), primary));
    figures.addAll(figures(Figure.TELEMETRY, values(a, false), values(against, false), primary));
    return figures;
  }

  private static List<Map<String, Double>> values(List<ComparedRun> runs, boolean isDriver) {
    return runs.stream()
        .map(run -> isDriver ? counters(run.summary()) : telemetry(run.summary()))
        .toList();
  }

  /** Returns the counters that are not always 0, and the ratios. */
  private static Map<String, Double> counters(Summary summary) {
    Map<String, Long> counts = summary.driver().counters();
    Map<String, Double> values = new LinkedHashMap<>();
    counts.forEach((name, count) -> {
      values.put(name, (double) count);
      DriverCounts.ratioOf(name)
          .flatMap(ratio ->
              Optional.ofNullable(DriverCounts.figure(counts, ratio))
                  .map(value -> Map.entry(ratio, value)))
          .ifPresent(ratio -> values.put(ratio.getKey(), ratio.getValue()));
    });
    return values;
  }

  /** Returns the mean of each series; for a counter, this is the mean of its rate. */
  private static Map<String, Double> telemetry(Summary summary) {
    Map<String, Double> values = new LinkedHashMap<>();
    for (Map.Entry<String, SeriesFigures> each : summary.details().telemetry().entrySet()) {
      values.put(each.getKey(), each.getValue().mean());
    }
    return values;
  }

  private static List<Figure> figures(
      String operation,
      List<Map<String, Double>> a,
      List<Map<String, Double>> against,
      PrimaryFigures primary) {
    Set<String> names = new TreeSet<>(a.getFirst().keySet());
    a.forEach(values -> names.retainAll(values.keySet()));
    against.forEach(values -> names.retainAll(values.keySet()));
    List<Figure> figures = new ArrayList<>();
    for (String name : names) {
      Figure figure =
          new Figure(operation, "", name, false, valuesOf(name, a), valuesOf(name, against), null);
      boolean isPrimary = primary.contains(figure.text());
      boolean isAllZero =
          figure.a().stream().allMatch(value -> value == 0)
              && figure.against().stream().allMatch(value -> value == 0);
      if (isPrimary || !isAllZero) {
        figures.add(new Figure(operation, "", name, isPrimary, figure.a(), figure.against(), null));
      }
    }
    return figures;
  }

  private static List<Double> valuesOf(String name, List<Map<String, Double>> runs) {
    return runs.stream().map(values -> values.getOrDefault(name, 0.0)).toList();
  }
}
