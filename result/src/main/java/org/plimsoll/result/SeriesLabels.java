package org.plimsoll.result;

import java.util.Map;

/** Formats and parses the labels of a {@link SeriesId} in the notation of Prometheus. */
final class SeriesLabels {
  private SeriesLabels() {}

  static void append(StringBuilder text, String node, Map<String, String> labels) {
    if (node.isEmpty() && labels.isEmpty()) {
      return;
    }
    char before = '{';
    if (!node.isEmpty()) {
      append(text, before, "node", node);
      before = ',';
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      append(text, before, label.getKey(), label.getValue());
      before = ',';
    }
    text.append('}');
  }

  private static void append(StringBuilder text, char before, String name, String value) {
    text.append(before)
        .append(name)
        .append("=\"")
        .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
        .append('"');
  }

  /**
   * Reads labels, from the opening to the closing brace.
   *
   * @return false if the text is something else; the labels are then undefined
   */
  static boolean parse(String text, Map<String, String> labels) {
    int at = 1;
    while (at < text.length() && text.charAt(at) != '}') {
      int equals = text.indexOf('=', at);
      if (equals < 0 || equals + 1 >= text.length() || text.charAt(equals + 1) != '"') {
        return false;
      }
      StringBuilder value = new StringBuilder();
      int end = unquote(text, equals + 2, value);
      if (end < 0) {
        return false;
      }
      labels.put(text.substring(at, equals).strip(), value.toString());
      at = end + 1;
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
      }
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
    }
    return at == text.length() - 1;
  }

  /** Reads a value up to its closing quote; returns the quote's index, or −1 if there is none. */
  private static int unquote(String text, int from, StringBuilder value) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        return i;
      }
      if (c == '\\' && i + 1 < text.length()) {
        char escaped = text.charAt(++i);
        value.append(escaped == 'n' ? '\n' : escaped);
      } else {
        value.append(c);
      }
    }
    return -1;
  }
}
