package org.plimsoll.fleet.control;

import java.util.Locale;

/**
 * The nodes for which a parameter is set.
 *
 * @param value the label's value; empty for the fleet, the node's id for a node
 */
public record Scope(Level level, String value) {
  /** From the least to the most specific one; the most specific one wins. */
  public enum Level {
    FLEET,
    REGION,
    DATACENTER,
    RACK,
    NODE
  }

  /** Every node. */
  public static final Scope FLEET = new Scope(Level.FLEET, "");

  /** One node. */
  public static Scope node(String id) {
    return new Scope(Level.NODE, id);
  }

  /** Whether the node belongs to this scope. */
  public boolean contains(Node node) {
    return switch (level) {
      case FLEET -> true;
      case NODE -> value.equals(node.id());
      case RACK -> value.equals(label(node)) || value.equals(datacenterAndRack(node));
      case REGION, DATACENTER -> value.equals(label(node));
    };
  }

  private String label(Node node) {
    return node.labels().getOrDefault(level.name().toLowerCase(Locale.ROOT), "");
  }

  /** The racks of two datacenters may have the same name: {@code dc1/r1} names one. */
  private String datacenterAndRack(Node node) {
    return node.labels().getOrDefault("datacenter", "") + "/" + label(node);
  }
}
