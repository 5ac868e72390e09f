package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * One operation of the load, of a scenario or of the probe, as tables show it.
 *
 * @param validity that of the figures: the run's, the scenario's or the probe's own
 */
public record ResultRow(String name, Summary.OperationSummary operation, Validity validity) {
  private static final String ALL = "all";

  /** The whole load by operation or, where there are scenarios, by scenario; then the probe. */
  public static List<ResultRow> of(Summary summary) {
    List<ResultRow> rows = new ArrayList<>();
    Validity validity = summary.verdict().validity();
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

  /**
   * All of them first, then by count, each with its steps behind it; an only operation is not said
   * twice.
   */
  private static List<Map.Entry<String, Summary.OperationSummary>> inOrder(
      Map<String, Summary.OperationSummary> operations) {
    boolean isOnly =
        operations.keySet().stream().filter(name -> name.indexOf('/') < 0).count() == 2;
    Comparator<Map.Entry<String, Summary.OperationSummary>> order =
        Comparator.comparing(e -> !e.getKey().equals(ALL));
    return operations.entrySet().stream()
        .filter(e -> !isOnly || !e.getKey().equals(ALL))
        .sorted(
            order
                .thenComparingLong(e -> -count(operations, whole(e.getKey())))
                .thenComparing(e -> whole(e.getKey())))
        .toList();
  }

  private static long count(Map<String, Summary.OperationSummary> operations, String name) {
    Summary.OperationSummary operation = operations.get(name);
    return operation == null ? 0 : operation.count();
  }

  /** The operation that a step is part of. */
  private static String whole(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }
}
