package org.plimsoll.engine.spec;

import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;

/** The sides, reads and writes, that a generator sends of its own operations. */
public record Sides(boolean reads, boolean writes) {
  /** Both sides. */
  public static final Sides BOTH = new Sides(true, true);

  /** Whether operations of a type are sent. */
  public boolean include(OperationType type) {
    return type.side() == Side.READS ? reads : writes;
  }
}
