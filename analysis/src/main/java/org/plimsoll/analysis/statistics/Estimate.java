package org.plimsoll.analysis.statistics;

/** A confidence interval, or the reason why there is none: a forced number would be a guess. */
public sealed interface Estimate {

  /**
   * Bounds that hold what is estimated with the probability of {@code level}.
   *
   * @param high infinite when it falls among operations that never ended in time
   * @param batches how many pieces of the run it was judged by
   * @param effectiveSamples independent samples that would tell as much as those that were taken
   */
  record Bounds(double level, double low, double high, int batches, double effectiveSamples)
      implements Estimate {

    /** Whether the value is between the bounds, or on one. */
    public boolean contains(double value) {
      return low <= value && value <= high;
    }
  }

  /** Why there are no bounds, as a sentence without its full stop. */
  record Insufficient(String reason) implements Estimate {}
}
