package org.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The nodes of a fleet as a table. */
final class FleetTable {
  private static final List<String> HEAD =
      List.of("node", "page", "place", "state", "share", "cpu", "memory", "runs", "clock");

  private static final String NONE = "-";
  private static final double NANOS_PER_MILLI = 1e6;

  private FleetTable() {}

  /** The lines of a fleet: a title, and one line a node. */
  static List<String> of(JsonNode fleet) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    fleet.path("nodes").forEach(node -> rows.add(row(node)));
    int[] widths = new int[HEAD.size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(title(fleet));
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static String title(JsonNode fleet) {
    if (fleet.path("name").isNull()) {
      return "No fleet: this server is alone.";
    }
    long up =
        fleet.path("nodes").valueStream().filter(node -> text(node, "state").equals("up")).count();
    return "Fleet '"
        + text(fleet, "name")
        + "' as '"
        + text(fleet, "self")
        + "' sees it ("
        + text(fleet, "phase")
        + "): "
        + up
        + " up, coordinator "
        + (fleet.path("coordinator").isNull() ? "unknown" : "'" + text(fleet, "coordinator") + "'");
  }

  private static List<String> row(JsonNode node) {
    String place =
        String.join(
            "/",
            Stream.of("region", "datacenter", "rack")
                .filter(key -> node.path(key).isString())
                .map(key -> text(node, key))
                .toList());
    boolean hasRuns = node.path("runs").isArray();
    return List.of(
        text(node, "name"),
        text(node, "page"),
        place.isEmpty() ? NONE : place,
        text(node, "state"),
        number(node, "share", "%.3f", 1),
        number(node, "cpu", "%.2f", 1),
        number(node, "residentBytes", "%.0f MiB", 1 << 20),
        hasRuns ? String.valueOf(node.path("runs").size()) : NONE,
        number(node, "clockOffsetNanos", "%+.1f ms", NANOS_PER_MILLI));
  }

  private static String number(JsonNode node, String name, String format, double unit) {
    JsonNode value = node.path(name);
    return value.isNumber() ? String.format(Locale.ROOT, format, value.asDouble() / unit) : NONE;
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).asString("");
  }
}
