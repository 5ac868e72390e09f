package org.plimsoll.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * The preliminary validity of one of several generators, from its own measurements.
 *
 * @param generator number of the generator in the run
 * @param validity the validity; null before the measurement
 * @param worst most severe finding; null if there is none
 * @param lagNanos the 99th percentile of its dispatch lag; null if no operation has a dispatch lag
 */
public record OwnPart(
    int generator, @Nullable Validity validity, @Nullable Finding worst, @Nullable Long lagNanos) {
  /** Whether a fleet directs the run. */
  public static boolean isOfFleet(Run run) {
    return run.context().seat().isDirected();
  }

  /** Whether this process sends load of the run; otherwise it only shows the run. */
  public static boolean takesPart(Run run) {
    return !run.context().seat().isWatching();
  }

  /** Returns the validity of this process's generator; empty if it is the only one. */
  public static Optional<OwnPart> of(Run run) {
    OwnVerdict own = run.context().own();
    if (own == null) {
      return Optional.empty();
    }
    int generator = run.context().seat().shares().generator();
    OwnVerdict.Judged judged = own.last();
    return Optional.of(
        judged == null
            ? new OwnPart(generator, null, null, null)
            : new OwnPart(
                generator,
                judged.verdict().validity(),
                judged.verdict().findings().stream().findFirst().orElse(null),
                judged.lagNanos()));
  }
}
