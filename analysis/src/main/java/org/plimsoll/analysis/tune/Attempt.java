package org.plimsoll.analysis.tune;

/**
 * A trial to make.
 *
 * @param stage what it is for, in one word
 * @param level the load
 * @param shortestNanos its length, without the time that the load takes to settle
 * @param longestNanos its length if the objectives cannot be told from their bounds before
 * @param drains whether the target has answered everything before the next one begins
 * @param violations share of the windows that may miss an objective; negative when all of the trial
 *     is judged at once
 */
record Attempt(
    String stage,
    double level,
    long shortestNanos,
    long longestNanos,
    boolean drains,
    double violations) {}
