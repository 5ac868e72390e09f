package org.plimsoll.driver.cassandra;

/** The kinds of statements that operations send. */
enum Query {
  READ,
  INSERT,
  UPDATE,
  DELETE,
  /**
   * Reads rows from a key onward: in token order, or within the partition if partitions have
   * several rows.
   */
  SCAN,
  READ_PARTITION,
  /** Reads the rows of several keys at once. Not available if a partition has several rows. */
  READ_MANY,
  INSERT_IF_ABSENT,
  UPDATE_IF,
  INCREMENT,
  READ_COUNTER,
  /** Reads a system table of the node, and no row of the run. */
  REHEARSAL
}
