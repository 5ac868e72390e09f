package org.plimsoll.driver.cassandrathrift;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.text.CallText;

/** Parses schema settings into the class names and options of Thrift's definitions. */
final class SchemaText {
  private static final String NAME = "[A-Za-z0-9_.-]+";
  private static final int MOST_REPLICAS = 1000;

  private SchemaText() {}

  /**
   * The name of a server class, with its options.
   *
   * @param name the name; empty for the default of the server
   */
  record Choice(String name, Map<String, String> options) {}

  /** Parses the replication setting: {@code 3}, or {@code dc1=3,dc2=2}. */
  static Choice replication(String text) {
    if (text.matches("[0-9]+")) {
      return new Choice("SimpleStrategy", Map.of("replication_factor", replicas(text)));
    }
    Map<String, String> replicas = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.strip().split("[=:]", -1);
      if (pair.length != 2 || !pair[0].strip().matches(NAME)) {
        throw new IllegalArgumentException("not datacenter=replicas");
      }
      replicas.put(pair[0].strip(), replicas(pair[1].strip()));
    }
    return new Choice("NetworkTopologyStrategy", replicas);
  }

  private static String replicas(String text) {
    long number = Quantities.parseCount(text);
    if (number < 1 || number > MOST_REPLICAS) {
      throw new IllegalArgumentException("not a number of replicas");
    }
    return String.valueOf(number);
  }

  /** Parses {@code Class(option=value,…)}. An empty text means the default of the server. */
  static Choice options(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    if (text.isBlank()) {
      return new Choice("", options);
    }
    CallText call = CallText.parse(text);
    if (!call.name().matches(NAME)) {
      throw new IllegalArgumentException("not a class");
    }
    for (String argument : call.arguments()) {
      String[] pair = argument.split("=", -1);
      if (pair.length != 2 || !pair[0].strip().matches(NAME)) {
        throw new IllegalArgumentException("not option=value");
      }
      options.put(pair[0].strip(), pair[1].strip());
    }
    return new Choice(call.name(), options);
  }
}
