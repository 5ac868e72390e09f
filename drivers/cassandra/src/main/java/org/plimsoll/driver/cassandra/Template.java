package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;

/** A prepared statement. */
record Template(PreparedStatement statement, Draft draft) {
  BoundStatementBuilder bind(ConsistencyLevel consistency) {
    return statement.boundStatementBuilder().setConsistencyLevel(consistency);
  }

  /** Where the key is, followed by the position in the partition if rows have one. */
  int key() {
    return draft.key();
  }

  /** Where the row's columns begin. */
  int fields() {
    return draft.fields();
  }

  /** Where the time to live is, in seconds; -1 if there is none. */
  int ttl() {
    return draft.ttl();
  }

  /** Where the number of rows is; -1 if there is none. */
  int limit() {
    return draft.limit();
  }
}
