package org.plimsoll.driver.dynamodb;

/** Form of a truncate: delete each row, or delete the table and create it again. */
enum Truncation {
  DELETE_ROWS,
  RECREATE_TABLE
}
