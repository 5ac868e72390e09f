package org.plimsoll.driver.geode;

import java.util.Set;
import org.plimsoll.api.OperationType;

/** Operations of {@code geode}. */
final class GeodeOperations {
  static final OperationType PUT_IF_ABSENT = OperationType.inserting("put-if-absent");
  static final OperationType REPLACE = OperationType.writing("replace");
  static final OperationType CONTAINS = OperationType.reading("contains");
  static final OperationType QUERY = OperationType.reading("query");

  static final Set<OperationType> ALL =
      Set.of(
          OperationType.READ,
          OperationType.INSERT,
          OperationType.UPDATE,
          OperationType.DELETE,
          OperationType.BULK_READ,
          OperationType.BULK_WRITE,
          PUT_IF_ABSENT,
          REPLACE,
          CONTAINS,
          QUERY);

  private GeodeOperations() {}
}
