package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;

/** A prepared statement with the positions of its bind markers. */
record Template(PreparedStatement statement, Draft draft) {
  BoundStatementBuilder bind(ConsistencyLevel consistency) {
    return statement.boundStatementBuilder().setConsistencyLevel(consistency);
  }

  /**
   * Returns the index of the key marker, which is followed by the position in the partition if rows
   * have one.
   */
  int key() {
    return draft.key();
  }

  /** Returns the index of the first column of the row. */
  int fields() {
    return draft.fields();
  }

  /** Returns the index of the time to live, in seconds; -1 if there is none. */
  int ttl() {
    return draft.ttl();
  }

  /** Returns the index of the row limit; -1 if there is none. */
  int limit() {
    return draft.limit();
  }
}
