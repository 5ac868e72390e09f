package org.plimsoll.settings;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.Parameters.Lane;
import org.plimsoll.engine.spec.Parameters.Weight;
import org.plimsoll.engine.spec.RateSpec;

/**
 * Converts rates and workers of the two sides of a mix to lanes: {@code reads=8k,writes=2k}. Each
 * side is a lane with its part of the mix.
 */
final class LoadSides {
  static final Set<String> NAMES = Set.of("reads", "writes");

  private LoadSides() {}

  /**
   * Returns whether a setting names sides instead of operations.
   *
   * @param names names in the setting
   * @param operations operations of the target; one of them may have the name of a side
   */
  static boolean isNamed(Set<String> names, Set<String> operations) {
    return !names.isEmpty()
        && NAMES.containsAll(names)
        && NAMES.stream().noneMatch(operations::contains);
  }

  /**
   * Creates the lanes of the sides.
   *
   * @param by the setting that names the sides
   * @throws InvalidSpecException if a side is missing, or if the mix has no operation of a side
   */
  static List<Lane> lanes(
      String by, List<Weight> mix, Map<String, RateSpec> rates, Map<String, Integer> workers) {
    Map<Side, List<Weight>> parts = new EnumMap<>(Side.class);
    for (Weight weight : mix) {
      parts.computeIfAbsent(weight.type().side(), _ -> new ArrayList<>()).add(weight);
    }
    List<Lane> lanes = new ArrayList<>();
    for (Side side : Side.values()) {
      String name = side == Side.READS ? "reads" : "writes";
      boolean isNamed = rates.containsKey(name) || workers.containsKey(name);
      List<Weight> part = parts.get(side);
      if (isNamed != (part != null)) {
        throw new InvalidSpecException(
            by + ": must name " + String.join(" and ", sides(parts)) + ", as the mix has them");
      }
      if (part != null) {
        lanes.add(
            new Lane(
                name,
                part,
                rates.getOrDefault(name, RateSpec.NONE),
                workers.getOrDefault(name, 0)));
      }
    }
    return lanes;
  }

  private static List<String> sides(Map<Side, List<Weight>> parts) {
    return parts.keySet().stream().map(side -> side == Side.READS ? "reads" : "writes").toList();
  }
}
