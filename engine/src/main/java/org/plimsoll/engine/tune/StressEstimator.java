package org.plimsoll.engine.tune;

import java.util.List;

/** Judges one objective by what a step has recorded of it, in consecutive parts. */
@FunctionalInterface
interface StressEstimator {
  /**
   * The stress and its interval.
   *
   * @param parts of the step, each with what went wrong and of how much
   * @param allowed the share that may go wrong
   */
  Stress of(List<Part> parts, double allowed);

  /** Some of a step: of {@code total}, {@code bad} went wrong. */
  record Part(double bad, double total) {}
}
