package org.plimsoll.driver.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;

/** Converts schema settings to CQL maps. */
final class SchemaText {
  private static final String NAME = "[A-Za-z0-9_.-]+";
  private static final int MOST_REPLICAS = 1000;

  private SchemaText() {}

  /** Parses the replication setting: {@code 3}, or {@code dc1=3,dc2=2}. */
  static Map<String, String> replication(String text) {
    Map<String, String> replication = new LinkedHashMap<>();
    replication.put("class", "NetworkTopologyStrategy");
    if (text.matches("[0-9]+")) {
      replication.put("replication_factor", replicas(text));
      return replication;
    }
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("[=:]", -1);
      if (pair.length != 2 || !pair[0].strip().matches(NAME)) {
        throw new IllegalArgumentException("not datacenter=replicas");
      }
      replication.put(pair[0].strip(), replicas(pair[1].strip()));
    }
    return replication;
  }

  private static String replicas(String text) {
    long number = Quantities.parseCount(text);
    if (number < 1 || number > MOST_REPLICAS) {
      throw new IllegalArgumentException("not a number of replicas");
    }
    return String.valueOf(number);
  }

  /**
   * Parses {@code Class(option=value,…)}. An empty text gives an empty map, and {@code none} gives
   * a map that disables the feature.
   */
  static Map<String, String> options(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    if (text.isBlank()) {
      return options;
    }
    CallText call = CallText.parse(text);
    if (call.name().equals("none")) {
      options.put("enabled", "false");
      return options;
    }
    if (!call.name().matches(NAME)) {
      throw new IllegalArgumentException("not a class");
    }
    options.put("class", call.name());
    for (String argument : call.arguments()) {
      String[] pair = argument.split("=", -1);
      if (pair.length != 2 || !pair[0].strip().matches(NAME)) {
        throw new IllegalArgumentException("not option=value");
      }
      options.put(pair[0].strip(), pair[1].strip());
    }
    return options;
  }

  /** Formats a map as a CQL literal. */
  static String literal(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + ": " + quoted(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
