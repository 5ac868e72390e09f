package org.plimsoll.driver.redis;

/** How a row is kept. */
enum RowForm {
  AUTO,
  STRING,
  HASH
}
