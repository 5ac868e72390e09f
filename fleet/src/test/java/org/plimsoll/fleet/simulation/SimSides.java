package org.plimsoll.fleet.simulation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.fleet.control.LocalRuns.Effective;

/** The sides of the load at one generator: those that are on at each instant. */
final class SimSides {
  /** Reads and writes take turns. */
  static final List<String> PATHS = List.of("side/reads", "side/writes");

  private final TreeMap<Long, Known> byNumber = new TreeMap<>();

  private record Known(long fromNanos, Map<String, Effective> values) {}

  /** The side of an operation. */
  static String of(long index) {
    return PATHS.get((int) (index / 3 % PATHS.size()));
  }

  void parameters(long number, long fromNanos, Map<String, Effective> values) {
    byNumber.put(number, new Known(fromNanos, values));
  }

  void drop(long fromNumber) {
    byNumber.tailMap(fromNumber, true).clear();
  }

  /** Whether the side of an operation that is due at an instant is off. */
  boolean isOff(long index, long dueNanos) {
    Effective side = null;
    for (Known each : byNumber.values()) {
      if (each.fromNanos() <= dueNanos) {
        side = each.values().get(of(index));
      }
    }
    return side != null && side.text().equals("off");
  }
}
