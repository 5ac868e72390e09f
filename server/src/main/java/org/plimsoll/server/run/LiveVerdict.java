package org.plimsoll.server.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.plimsoll.result.Summary.Finding;

/**
 * The {@code health} event in a live run's stream, sent every second and when a stall starts or
 * ends.
 *
 * @param findings findings about the generator in the measurement so far
 */
record LiveVerdict(@JsonUnwrapped RunRow.Verdict verdict, List<Finding> findings) {
  static LiveVerdict of(RunRow.Verdict verdict, List<Finding> findings) {
    return new LiveVerdict(verdict, List.copyOf(findings));
  }
}
