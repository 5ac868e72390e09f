package org.plimsoll.driver.hbase;

import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;

/** The operations that only this driver has. */
final class OwnOperations {
  /** Writes a row if there is none with its key. */
  static final OperationType CREATE = OperationType.inserting("create");

  /** Reads the first field, and writes the row if that field is still the same. */
  static final OperationType CHECK_AND_PUT = OperationType.writing("check-and-put");

  /** Adds 1 to a counter beside the row's fields. */
  static final OperationType INCREMENT = new OperationType("increment", Side.WRITES, false, false);

  /** Appends the fields to columns beside those of the row. */
  static final OperationType APPEND = OperationType.writing("append");

  /** Writes the row and deletes the columns beside it in one atomic step. */
  static final OperationType MUTATE_ROW = OperationType.writing("mutate-row");

  private OwnOperations() {}
}
