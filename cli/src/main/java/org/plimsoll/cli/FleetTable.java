package org.plimsoll.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.report.terminal.TerminalText;
import tools.jackson.databind.JsonNode;

/**
 * Formats the nodes of a fleet as a table. If the terminal is too narrow, the place and the page of
 * each node are on a second line. No text is cut.
 */
final class FleetTable {
  private static final List<String> HEAD =
      List.of("node", "state", "share", "weight", "verdict", "lag", "cpu", "MiB", "clock");

  private static final List<String> HEAD_OF_PLACE = List.of("place", "page");
  private static final int GAP = 2;
  private static final String NONE = "-";
  private static final double NANOS_PER_MILLI = 1e6;

  private FleetTable() {}

  /**
   * Returns the lines of a fleet: a title, one or two lines for each node, and the reasons why
   * nodes are not valid.
   *
   * @param columns width of the terminal
   */
  static List<String> of(JsonNode fleet, int columns) {
    List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    List<List<String>> places = new ArrayList<>(List.of(HEAD_OF_PLACE));
    for (JsonNode node : fleet.path("nodes")) {
      rows.add(row(node));
      places.add(List.of(place(node), text(node, "page")));
    }
    List<String> left = aligned(rows);
    List<String> right = aligned(places);
    int leftWidth = width(left);
    boolean fits = leftWidth + GAP + width(right) <= columns;
    List<String> lines = new ArrayList<>();
    lines.addAll(title(fleet, columns));
    for (int i = 0; i < left.size(); i++) {
      if (fits) {
        lines.add(padded(left.get(i), leftWidth + GAP) + right.get(i));
      } else {
        lines.add(left.get(i));
        lines.add(" ".repeat(GAP) + right.get(i));
      }
    }
    for (JsonNode node : fleet.path("nodes")) {
      for (JsonNode verdict : node.path("verdicts")) {
        if (!verdict.path("reason").asString("").isEmpty()) {
          lines.addAll(
              sentence(
                  text(node, "name")
                      + ", run "
                      + text(verdict, "run")
                      + ": "
                      + text(verdict, "reason"),
                  columns));
        }
      }
    }
    return lines;
  }

  private static List<String> title(JsonNode fleet, int columns) {
    if (fleet.path("name").isNull()) {
      return List.of("This server is not in a fleet.");
    }
    long up =
        fleet.path("nodes").valueStream().filter(node -> text(node, "state").equals("up")).count();
    return sentence(
        "Fleet '"
            + text(fleet, "name")
            + "' as '"
            + text(fleet, "self")
            + "' sees it ("
            + text(fleet, "phase")
            + "): "
            + up
            + " up, coordinator "
            + (fleet.path("coordinator").isNull()
                ? "unknown"
                : "'" + text(fleet, "coordinator") + "'"),
        columns);
  }

  private static String place(JsonNode node) {
    String place =
        Stream.of("region", "datacenter", "rack")
            .filter(key -> node.path(key).isString())
            .map(key -> text(node, key))
            .distinct() // a cloud region counts as a datacenter
            .collect(Collectors.joining("/"));
    return place.isEmpty() ? NONE : place;
  }

  private static List<String> row(JsonNode node) {
    String verdict = text(node, "verdict");
    double lagNanos =
        node.path("verdicts")
            .valueStream()
            .map(each -> each.path("lagNanos"))
            .filter(JsonNode::isNumber)
            .mapToDouble(JsonNode::asDouble)
            .max()
            .orElse(-1);
    return List.of(
        text(node, "name"),
        text(node, "state"),
        number(node, "share", "%.3f", 1),
        number(node, "weight", "%.0f", 1),
        verdict.isEmpty() ? NONE : verdict,
        lagNanos < 0 ? NONE : String.format(Locale.ROOT, "%.1f ms", lagNanos / NANOS_PER_MILLI),
        number(node, "cpu", "%.2f", 1),
        number(node, "residentBytes", "%.0f", 1 << 20),
        number(node, "clockOffsetNanos", "%+.1f ms", NANOS_PER_MILLI));
  }

  /** Aligns the columns of rows, without spaces at the end of a line. */
  private static List<String> aligned(List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(padded(row.get(i), widths[i] + GAP));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static int width(List<String> lines) {
    return Collections.max(lines.stream().map(String::length).toList());
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static List<String> sentence(String text, int columns) {
    return TerminalText.wrap(text, " ".repeat(GAP), columns);
  }

  private static String number(JsonNode node, String name, String format, double unit) {
    JsonNode value = node.path(name);
    return value.isNumber() ? String.format(Locale.ROOT, format, value.asDouble() / unit) : NONE;
  }

  private static String text(JsonNode node, String name) {
    return TerminalText.printable(node.path(name).asString(""));
  }
}
