package org.plimsoll.driver.gremlin;

import java.util.Set;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;

/** The operations on graphs. */
final class GraphOperations {
  static final OperationType ADD_VERTEX = OperationType.inserting("add-vertex");
  static final OperationType FIND_VERTEX = OperationType.reading("find-vertex");
  static final OperationType ADD_EDGE = new OperationType("add-edge", Side.WRITES, false, false);
  static final OperationType DEGREE = OperationType.reading("degree");
  static final OperationType READ_NEIGHBORS = OperationType.reading("read-neighbors");
  static final OperationType K_HOP = OperationType.reading("k-hop");

  static final Set<OperationType> ALL =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          ADD_VERTEX,
          FIND_VERTEX,
          ADD_EDGE,
          DEGREE,
          READ_NEIGHBORS,
          K_HOP);

  private GraphOperations() {}
}
