package org.plimsoll.engine.telemetry;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.plimsoll.result.SeriesId;

/**
 * Sums of rates and bytes over nodes that are read separately. The last value of each node is used
 * until it is too old. There is no sum of a series for which the source has its own total.
 */
final class NodeSums {
  private final long freshNanos;
  private final Map<SeriesId, Map<String, Latest>> byNode = new LinkedHashMap<>();
  private final Set<SeriesId> totals = new HashSet<>();
  private final Set<SeriesId> touched = new LinkedHashSet<>();

  private record Latest(double value, long atNanos) {}

  /**
   * Creates sums without values.
   *
   * @param freshNanos how long a value is used
   */
  NodeSums(long freshNanos) {
    this.freshNanos = freshNanos;
  }

  void add(SeriesId id, double value, long atNanos) {
    SeriesId all = id.ofAllNodes();
    if (id.node().isEmpty()) {
      totals.add(id);
    } else if (id.isSummable()) {
      byNode
          .computeIfAbsent(all, _ -> new LinkedHashMap<>())
          .put(id.node(), new Latest(value, atNanos));
      touched.add(all);
    }
  }

  /** Takes the sums that changed since the last call, of series with at least two nodes. */
  Map<SeriesId, Double> take(long nowNanos) {
    Map<SeriesId, Double> sums = new LinkedHashMap<>();
    for (SeriesId all : touched) {
      Map<String, Latest> nodes = byNode.getOrDefault(all, Map.of());
      if (nodes.size() > 1 && !totals.contains(all)) {
        double sum =
            nodes.values().stream()
                .filter(latest -> nowNanos - latest.atNanos() <= freshNanos)
                .mapToDouble(Latest::value)
                .sum();
        sums.put(all, sum);
      }
    }
    touched.clear();
    return sums;
  }
}
