package org.plimsoll.driver.cassandra;

/** Form of bulk reads: one query for each key, or one query for all keys. */
enum BulkReadForm {
  SEPARATE,
  IN
}
