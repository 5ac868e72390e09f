package org.plimsoll.driver.dynamodb;

/** How rows are deleted: one by one, or by deleting the table and making it again. */
enum Truncation {
  DELETE_ROWS,
  RECREATE_TABLE
}
