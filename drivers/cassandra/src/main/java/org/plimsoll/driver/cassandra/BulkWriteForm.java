package org.plimsoll.driver.cassandra;

/** How the rows of a bulk are sent: each by itself, or as batches. */
enum BulkWriteForm {
  SEPARATE,
  UNLOGGED,
  LOGGED,
  UNLOGGED_BY_PARTITION,
  LOGGED_BY_PARTITION;

  boolean isBatch() {
    return this != SEPARATE;
  }

  boolean isLogged() {
    return this == LOGGED || this == LOGGED_BY_PARTITION;
  }

  boolean isByPartition() {
    return this == UNLOGGED_BY_PARTITION || this == LOGGED_BY_PARTITION;
  }
}
