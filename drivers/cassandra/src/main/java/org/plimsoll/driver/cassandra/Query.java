package org.plimsoll.driver.cassandra;

/** The statements that operations are made of. */
enum Query {
  READ,
  INSERT,
  UPDATE,
  DELETE,
  /** Rows from a key on, in the order of tokens, or within its partition where that has several. */
  SCAN,
  READ_PARTITION,
  /** Rows of several keys at once; there is none where a partition has several rows. */
  READ_MANY,
  INSERT_IF_ABSENT,
  UPDATE_IF,
  INCREMENT,
  READ_COUNTER
}
