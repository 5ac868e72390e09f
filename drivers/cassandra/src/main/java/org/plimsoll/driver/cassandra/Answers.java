package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;

/** Reads the number of attempts from the execution info of a finished request. */
final class Answers {
  private Answers() {}

  /** Requests sent: the first one, speculative ones, and those to further nodes after a failure. */
  static int attempts(ExecutionInfo info) {
    int attempts = 1 + info.getSpeculativeExecutionCount();
    List<Map.Entry<Node, Throwable>> errors = info.getErrors();
    for (Map.Entry<Node, Throwable> error : errors) {
      if (Failures.wasSent(error.getValue())) {
        attempts++;
      }
    }
    return attempts;
  }
}
