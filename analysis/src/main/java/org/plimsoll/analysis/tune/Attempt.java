package org.plimsoll.analysis.tune;

/**
 * A trial that the strategy requests.
 *
 * @param stage purpose of the trial, in one word
 * @param level load to try
 * @param shortestNanos length of the trial, without settling time
 * @param longestNanos maximum length, to which an inconclusive trial is extended
 * @param drains whether all operations end before the next trial starts
 * @param violations share of windows that may miss an objective; negative if the trial is judged as
 *     a whole
 * @param why reason for which a load is tried again, as a sentence; otherwise empty
 */
record Attempt(
    String stage,
    double level,
    long shortestNanos,
    long longestNanos,
    boolean drains,
    double violations,
    String why) {
  Attempt(
      String stage,
      double level,
      long shortestNanos,
      long longestNanos,
      boolean drains,
      double violations) {
    this(stage, level, shortestNanos, longestNanos, drains, violations, "");
  }

  /** Returns the same attempt with the reason why a load is tried again. */
  Attempt because(String reason) {
    return new Attempt(stage, level, shortestNanos, longestNanos, drains, violations, reason);
  }
}
