package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;

/** Computes the number of attempts of a finished request: how often it was sent. */
final class Answers {
  private Answers() {}

  /**
   * Returns the number of requests sent: the first one, speculative ones, and those sent to further
   * nodes after a failure.
   */
  static int attempts(ExecutionInfo info) {
    int attempts = 1 + info.getSpeculativeExecutionCount();
    List<Map.Entry<Node, Throwable>> errors = info.getErrors();
    for (Map.Entry<Node, Throwable> error : errors) {
      if (wasSent(error.getValue())) {
        attempts++;
      }
    }
    return attempts;
  }

  /** Returns the highest number of attempts among several answers. */
  static int attempts(AsyncResultSet[] answers) {
    int attempts = 1;
    for (AsyncResultSet answer : answers) {
      attempts = Math.max(attempts, attempts(answer.getExecutionInfo()));
    }
    return attempts;
  }

  /** Whether the request was sent before this error. */
  static boolean wasSent(Throwable error) {
    return !(error instanceof NodeUnavailableException || error instanceof BusyConnectionException);
  }
}
