package org.plimsoll.driver.jdbc;

/** How many rows are written in one request. */
enum BulkForm {
  MULTI_ROW,
  BATCH
}
