package org.plimsoll.driver.gremlin;

import org.apache.tinkerpop.gremlin.structure.Direction;

/** The direction in which traversals follow edges. */
enum Way {
  OUT(Direction.OUT),
  IN(Direction.IN),
  BOTH(Direction.BOTH);

  private final Direction direction;

  Way(Direction direction) {
    this.direction = direction;
  }

  Direction direction() {
    return direction;
  }
}
