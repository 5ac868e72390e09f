package org.plimsoll.driver.cassandrathrift;

import org.plimsoll.api.OperationType;

/** The operations that this driver defines. */
final class OwnOperations {
  static final OperationType GET = OperationType.reading("get");
  static final OperationType INSERT_COLUMN = OperationType.writing("insert-column");
  static final OperationType SLICE = OperationType.reading("slice");
  static final OperationType COUNT_COLUMNS = OperationType.reading("count-columns");
  static final OperationType INSERT_IF_ABSENT = OperationType.writing("insert-if-absent");
  static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);
  static final OperationType READ_COUNTER = OperationType.reading("read-counter");

  private OwnOperations() {}
}
