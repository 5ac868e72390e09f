package org.plimsoll.driver.cassandra;

/** Form of bulk writes: one statement for each row, or batches. */
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
