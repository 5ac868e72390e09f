package org.plimsoll.analysis.statistics;

/** A confidence interval, or the reason why there is none. */
public sealed interface Estimate {

  /**
   * The bounds of a confidence interval at {@code level}.
   *
   * @param high infinite if it falls among operations that did not end in time
   * @param batches number of batches of the run
   * @param effectiveSamples effective sample size: number of independent samples with the same
   *     precision
   */
  record Bounds(double level, double low, double high, int batches, double effectiveSamples)
      implements Estimate {

    /** Returns whether a value is within the bounds, inclusive. */
    public boolean contains(double value) {
      return low <= value && value <= high;
    }
  }

  /** The reason why there are no bounds, as a sentence without a final period. */
  record Insufficient(String reason) implements Estimate {}
}
