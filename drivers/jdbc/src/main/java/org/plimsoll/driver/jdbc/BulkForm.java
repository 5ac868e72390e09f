package org.plimsoll.driver.jdbc;

/** How a bulk write is sent: one statement of many rows, or a JDBC batch. */
enum BulkForm {
  MULTI_ROW,
  BATCH
}
