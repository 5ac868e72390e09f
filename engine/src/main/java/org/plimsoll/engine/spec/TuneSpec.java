package org.plimsoll.engine.spec;

/**
 * How to search.
 *
 * @param startLevel the first load tried: operations a second, or workers of a closed load
 * @param maxLevel the load that is never exceeded; infinite when there is no cap
 * @param precision width of the bracket around the line, relative to it
 * @param trialNanos length of the shortest trial, of a ramp's and of a tracker's window
 * @param longestNanos length to which a trial is extended while it cannot be told from the bound
 * @param rampStep by how much a ramp increases the load each interval
 * @param violations share of a ramp's windows that may miss an objective
 * @param trackNanos when tracking ends; 0 when somebody stops it
 * @param timeoutNanos what an operation takes at most
 * @param smallestShare of operations that an objective allows to go wrong; it takes the inverse of
 *     operations to see one
 * @param closed whether the load is one of workers
 * @param inFlightMax operations in flight that no load exceeds; where none is asked for, it follows
 *     from the load
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

  /** How the line is found. */
  public enum Method {
    /** Trials that drain, short first. */
    SEARCH,
    /** Step by step upwards, and exponential back-off. */
    RAMP,
    /** Upwards in small steps, down in large ones, for ever. */
    TRACK
  }
}
