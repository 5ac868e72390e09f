package org.plimsoll.driver.cassandra;

/** The statements that operations use. */
enum Query {
  READ,
  INSERT,
  UPDATE,
  DELETE,
  /** Rows from a key on, in token order, or within its partition if that has several rows. */
  SCAN,
  READ_PARTITION,
  /** Rows of several keys at once; not available if a partition has several rows. */
  READ_MANY,
  INSERT_IF_ABSENT,
  UPDATE_IF,
  INCREMENT,
  READ_COUNTER,
  /** Reads what each node knows about itself: no row of any run. */
  REHEARSAL
}
