package org.plimsoll.fleet.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plimsoll.fleet.control.Merger.Part;
import org.plimsoll.fleet.control.StreamItem;

/**
 * What a node reports: the merged seconds, each counted once, and never taken back. The seconds in
 * a sum cannot be separated any more, so they must all be new or all be known.
 */
final class SimReport {
  private final Set<String> counted = new HashSet<>();
  private final Set<Long> operations = new HashSet<>();

  /** Merges seconds as the fleet does: adds them up, except for those that come again. */
  static byte[] merge(String run, List<Part> parts) {
    List<String> names = new ArrayList<>();
    StringBuilder sum = new StringBuilder();
    StringBuilder merged = new StringBuilder();
    for (Part part : parts) {
      String name = part.generator() + "/" + part.number();
      String data = new String(part.data(), StandardCharsets.UTF_8);
      if (part.again()) {
        merged.append(name).append(':').append(data).append(';');
      } else {
        names.add(name);
        sum.append(data);
      }
    }
    if (!names.isEmpty()) {
      merged.append(String.join("+", names)).append(':').append(sum).append(';');
    }
    return merged.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The operations in a merged item, with how they ended. */
  static List<String> operations(StreamItem item) {
    List<String> operations = new ArrayList<>();
    for (String sum : new String(item.merged(), StandardCharsets.UTF_8).split(";", -1)) {
      for (String each : sum.substring(sum.indexOf(':') + 1).split(",", -1)) {
        if (!each.isEmpty()) {
          operations.add(each);
        }
      }
    }
    return operations;
  }

  void add(StreamItem item) {
    for (String sum : new String(item.merged(), StandardCharsets.UTF_8).split(";", -1)) {
      if (sum.isEmpty()) {
        continue;
      }
      List<String> names = List.of(sum.substring(0, sum.indexOf(':')).split("\\+", -1));
      long known = names.stream().filter(counted::contains).count();
      check(known == 0 || known == names.size(), "a sum has known seconds and new ones: " + names);
      if (known > 0) {
        continue;
      }
      counted.addAll(names);
      for (String each : sum.substring(sum.indexOf(':') + 1).split(",", -1)) {
        check(
            each.isEmpty() || operations.add(Long.parseLong(each.substring(1))),
            "operation " + each + " is reported twice");
      }
    }
  }

  boolean has(long operation) {
    return operations.contains(operation);
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
