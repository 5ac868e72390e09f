package org.plimsoll.server.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.plimsoll.result.Summary.Finding;

/**
 * The event {@code health} of a live run's stream, sent each second and when a stall starts or
 * ends.
 *
 * @param findings about the generator in the measurement so far
 */
record LiveVerdict(@JsonUnwrapped RunRow.Verdict verdict, List<Finding> findings) {
  static LiveVerdict of(RunRow.Verdict verdict, List<Finding> findings) {
    return new LiveVerdict(verdict, List.copyOf(findings));
  }
}
