package org.plimsoll.driver.cassandra;

/** How the keys of a bulk are asked for: each by itself, or all in one query. */
enum BulkReadForm {
  SEPARATE,
  IN
}
