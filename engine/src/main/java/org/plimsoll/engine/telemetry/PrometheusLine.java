package org.plimsoll.engine.telemetry;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.SeriesId;

/**
 * One sample of a page in Prometheus' text format, version 0.0.4: {@code name{label="value",…}
 * value [time]}.
 *
 * @param name name of the metric
 * @param labels labels of the sample, in order of their names
 */
record PrometheusLine(String name, SortedMap<String, String> labels, double value) {
  /** Parses a line; null if it is a comment, empty or not a sample. */
  static @Nullable PrometheusLine parse(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return null;
    }
    int nameEnd = 0;
    while (nameEnd < text.length() && isNamePart(text.charAt(nameEnd))) {
      nameEnd++;
    }
    int seriesEnd = nameEnd;
    if (nameEnd < text.length() && text.charAt(nameEnd) == '{') {
      seriesEnd = labelsEnd(text, nameEnd);
    }
    if (nameEnd == 0 || seriesEnd < 0) {
      return null;
    }
    SortedMap<String, String> labels = SeriesId.labels(text.substring(nameEnd, seriesEnd));
    String[] rest = text.substring(seriesEnd).strip().split("\\s+", 2);
    try {
      return labels == null
          ? null
          : new PrometheusLine(text.substring(0, nameEnd), labels, number(rest[0]));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Returns the value of a label; empty if there is no such label. */
  String label(String label) {
    return labels.getOrDefault(label, "");
  }

  private static boolean isNamePart(char c) {
    return c == '_' || c == ':' || (c < 128 && Character.isLetterOrDigit(c));
  }

  /**
   * Returns the index after the closing brace, or −1 if there is none. Braces in quotes are part of
   * the text.
   */
  private static int labelsEnd(String text, int open) {
    boolean quoted = false;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '}' && !quoted) {
        return i + 1;
      }
    }
    return -1;
  }

  private static double number(String text) {
    return switch (text) {
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
