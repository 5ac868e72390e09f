package org.plimsoll.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One operation of the load, of a scenario or of the probe, as tables show it.
 *
 * @param validity that of the figures: the run's, the scenario's or the probe's own
 */
record ResultRow(String name, Summary.OperationSummary operation, String validity) {
  private static final String ALL = "all";

  /** The whole load by operation or, where there are scenarios, by scenario; then the probe. */
  static List<ResultRow> of(Summary summary) {
    List<ResultRow> rows = new ArrayList<>();
    String validity = summary.verdict().validity();
    if (summary.scenarios().isEmpty()) {
      inOrder(summary.operations())
          .forEach(e -> rows.add(new ResultRow(e.getKey(), e.getValue(), validity)));
    } else if (summary.scenarios().size() > 1) {
      rows.add(new ResultRow(ALL, summary.all(), validity));
    }
    summary.scenarios().forEach((name, scenario) -> add(rows, name, scenario));
    Summary.ScenarioSummary probe = summary.probe();
    if (probe != null) {
      add(rows, "probe", probe);
    }
    return rows;
  }

  private static void add(List<ResultRow> rows, String name, Summary.ScenarioSummary scenario) {
    for (Map.Entry<String, Summary.OperationSummary> e : inOrder(scenario.operations())) {
      String path = e.getKey().equals(ALL) ? name : name + "/" + e.getKey();
      rows.add(new ResultRow(path, e.getValue(), scenario.validity()));
    }
  }

  /** All of them first, then by count; an only operation is not said twice. */
  private static List<Map.Entry<String, Summary.OperationSummary>> inOrder(
      Map<String, Summary.OperationSummary> operations) {
    Comparator<Map.Entry<String, Summary.OperationSummary>> order =
        Comparator.comparing(e -> !e.getKey().equals(ALL));
    return operations.entrySet().stream()
        .filter(e -> operations.size() != 2 || !e.getKey().equals(ALL))
        .sorted(
            order.thenComparingLong(e -> -e.getValue().count()).thenComparing(Map.Entry::getKey))
        .toList();
  }
}
