package org.plimsoll.driver.jdbc;

/** The form of a bulk write: one statement with many rows, or a JDBC batch. */
enum BulkForm {
  MULTI_ROW,
  BATCH
}
