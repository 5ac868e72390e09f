package org.plimsoll.driver.redis;

/** How a row is stored. */
enum RowForm {
  AUTO,
  STRING,
  HASH
}
