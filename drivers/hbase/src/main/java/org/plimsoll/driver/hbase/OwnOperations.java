package org.plimsoll.driver.hbase;

import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;

/** The operations that only this driver has. */
final class OwnOperations {
  /** Writes a row if its key does not exist. */
  static final OperationType CREATE = OperationType.inserting("create");

  /** Reads the first field, and writes the row if that field has not changed. */
  static final OperationType CHECK_AND_PUT = OperationType.writing("check-and-put");

  /** Adds 1 to a counter in a separate column family. */
  static final OperationType INCREMENT = new OperationType("increment", Side.WRITES, false, false);

  /** Appends the fields to columns in a separate column family. */
  static final OperationType APPEND = OperationType.writing("append");

  /** Writes the row and deletes its columns in the separate column family, in one atomic step. */
  static final OperationType MUTATE_ROW = OperationType.writing("mutate-row");

  private OwnOperations() {}
}
