package org.plimsoll.engine.spec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A set of nodes of a fleet, for which a parameter is set or on which a run is placed. As a text it
 * is {@code fleet}, or a level and its value, such as {@code rack=eu-1/a}.
 *
 * @param value the value of the label, or the id, address or name of a node; empty for the fleet
 */
public record Scope(Level level, String value) {
  /** The levels from the least to the most specific. The most specific one takes precedence. */
  public enum Level {
    FLEET,
    REGION,
    DATACENTER,
    RACK,
    NODE
  }

  /** The scope of all nodes. */
  public static final Scope FLEET = new Scope(Level.FLEET, "");

  /** Returns the scope of one node. */
  public static Scope node(String id) {
    return new Scope(Level.NODE, id);
  }

  /**
   * Parses the text of a scope.
   *
   * @throws IllegalArgumentException if the text is not a scope
   */
  public static Scope of(String text) {
    if (text.equals(word(Level.FLEET))) {
      return FLEET;
    }
    int equals = text.indexOf('=');
    for (Level level : Level.values()) {
      boolean named = equals > 0 && text.substring(0, equals).equals(word(level));
      if (named && level != Level.FLEET && equals + 1 < text.length()) {
        return new Scope(level, text.substring(equals + 1));
      }
    }
    String levels =
        Arrays.stream(Level.values())
            .filter(level -> level != Level.FLEET)
            .map(level -> word(level) + "=…")
            .collect(Collectors.joining(", "));
    throw new IllegalArgumentException(
        "scope: must be fleet or one of " + levels + ", was '" + text + "'");
  }

  /** Returns the text of this scope. */
  public String text() {
    return level == Level.FLEET ? word(level) : word(level) + "=" + value;
  }

  private static String word(Level level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /** Whether a node with an id and labels belongs to this scope. */
  public boolean contains(String id, Map<String, String> labels) {
    String label = labels.getOrDefault(word(level), "");
    return switch (level) {
      case FLEET -> true;
      // A restarted process has another id at the same address.
      case NODE ->
          value.equals(id)
              || value.equals(id.replaceFirst("#.*", ""))
              || value.equals(labels.get("name"));
      // Racks of two datacenters may have the same name, so a rack can be written as dc1/r1.
      case RACK ->
          value.equals(label) || value.equals(labels.getOrDefault("datacenter", "") + "/" + label);
      case REGION, DATACENTER -> value.equals(label);
    };
  }
}
