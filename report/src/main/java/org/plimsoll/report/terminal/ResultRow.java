package org.plimsoll.report.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * An operation of the load, of a scenario or of the probe, as a table row.
 *
 * @param validity validity of the run, the scenario or the probe
 */
public record ResultRow(String name, Summary.OperationSummary operation, Validity validity) {
  private static final String ALL = "all";

  /** Returns the load by operation or, if there are scenarios, by scenario; then the probe. */
  public static List<ResultRow> of(Summary summary) {
    List<ResultRow> rows = new ArrayList<>();
    Validity validity = summary.verdict().validity();
    if (summary.details().scenarios().isEmpty()) {
      inOrder(summary.figures().operations())
          .forEach(e -> rows.add(new ResultRow(e.getKey(), e.getValue(), validity)));
    } else if (summary.details().scenarios().size() > 1) {
      rows.add(new ResultRow(ALL, summary.all(), validity));
    }
    summary.details().scenarios().forEach((name, scenario) -> add(rows, name, scenario));
    Summary.ScenarioSummary probe = summary.details().probe();
    if (probe != null) {
      add(rows, "probe", probe);
    }
    return rows;
  }

  private static void add(List<ResultRow> rows, String name, Summary.ScenarioSummary scenario) {
    for (Map.Entry<String, Summary.OperationSummary> e : inOrder(scenario.figures().operations())) {
      String path = e.getKey().equals(ALL) ? name : name + "/" + e.getKey();
      rows.add(new ResultRow(path, e.getValue(), scenario.validity()));
    }
  }

  /**
   * Returns the total first, then operations by count, each followed by its steps. A single
   * operation is not repeated.
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
    return operation == null ? 0 : operation.counts().answered();
  }

  /** Returns the operation that contains a step. */
  private static String whole(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }
}
