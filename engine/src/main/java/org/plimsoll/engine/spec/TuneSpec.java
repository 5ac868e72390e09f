package org.plimsoll.engine.spec;

/**
 * The settings of a search for the maximum throughput.
 *
 * @param trackNanos duration of tracking; 0 = until the search is stopped
 * @param smallestShare smallest share of operations that an objective allows to fail; a trial needs
 *     at least its inverse in operations
 */
public record TuneSpec(
    Method method,
    Levels levels,
    Trials trials,
    Ramp ramp,
    long trackNanos,
    double smallestShare,
    Load load) {

  /**
   * The loads to try, in operations per second, or in workers for a closed load.
   *
   * @param start first load to try
   * @param max maximum load; infinite if there is no cap
   * @param precision width of the bracket around the result, relative to the result
   */
  public record Levels(double start, double max, double precision) {}

  /**
   * The length of trials.
   *
   * @param shortestNanos length of the shortest trial, and of a window of a ramp or of tracking
   * @param longestNanos length to which an inconclusive trial is extended
   */
  public record Trials(long shortestNanos, long longestNanos) {}

  /**
   * The settings of a ramp.
   *
   * @param step relative increase of the load per interval
   * @param violations share of the windows that may miss an objective
   */
  public record Ramp(double step, double violations) {}

  /**
   * The load that a search varies.
   *
   * @param closed whether the load is closed
   * @param timeoutNanos timeout of an operation
   * @param inFlightMax maximum number of operations in flight; derived from the load if not given
   */
  public record Load(boolean closed, long timeoutNanos, int inFlightMax) {}

  /** The search methods. */
  public enum Method {
    /** Separate trials, each with its own drain, short ones first. */
    SEARCH,
    /** Stepwise increases, with exponential backoff. */
    RAMP,
    /** Continuous tracking: small steps up, large steps down. */
    TRACK
  }
}
