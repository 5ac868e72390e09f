package org.plimsoll.engine.spec;

/**
 * The settings of a search for the maximum throughput.
 *
 * @param startLevel first load to try: operations per second, or workers of a closed load
 * @param maxLevel load that is never exceeded; infinite if there is no cap
 * @param precision width of the bracket around the result, relative to the result
 * @param trialNanos length of the shortest trial, and of a window of a ramp or of tracking
 * @param longestNanos length to which an inconclusive trial is extended
 * @param rampStep relative increase of a ramp's load per interval
 * @param violations share of a ramp's windows that may miss an objective
 * @param trackNanos duration of tracking; 0 = until it is stopped
 * @param timeoutNanos timeout of an operation
 * @param smallestShare smallest share of operations that an objective allows to fail; a trial needs
 *     at least its inverse in operations
 * @param closed whether the load is closed
 * @param inFlightMax maximum operations in flight; derived from the load if not given
 */
public record TuneSpec(
    Method method,
    double startLevel,
    double maxLevel,
    double precision,
    long trialNanos,
    long longestNanos,
    double rampStep,
    double violations,
    long trackNanos,
    long timeoutNanos,
    double smallestShare,
    boolean closed,
    int inFlightMax) {

  /** The search methods. */
  public enum Method {
    /** Separate trials, each with its own drain, short ones first. */
    SEARCH,
    /** Stepwise increases, with exponential back-off. */
    RAMP,
    /** Continuous tracking: small steps up, large steps down. */
    TRACK
  }
}
