package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;

/** A phase of a run. Phases are executed one after another. */
sealed interface RunPhase {
  /**
   * Whether the phase must be executed.
   *
   * @param stopped whether the run was stopped before this phase
   * @param measured whether an iteration was executed before it
   */
  boolean isDue(boolean stopped, boolean measured);

  /** Writes or checks the rows of each scenario, until all are done. */
  record Fill(FillMode mode) implements RunPhase {
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return !stopped;
    }
  }

  /**
   * The warm-up, measurement and drain of all scenarios, each with a recorder for its warm-up and
   * one for its measurement.
   *
   * @param number number of the iteration, from 1
   * @param followsFill whether a fill precedes this phase
   * @param warmupNanos length of the warm-up; 0 for all but the first iteration
   * @param durationNanos length of the measurement; 0 = not limited by time
   * @param operations number of operations of the measurement; 0 = not limited by number
   */
  record Iteration(
      int number,
      boolean isLast,
      boolean followsFill,
      long warmupNanos,
      long durationNanos,
      long operations)
      implements RunPhase {
    boolean isFirst() {
      return number == 1;
    }

    /**
     * Whether the iteration must be executed. A run that is stopped before any phase still reports
     * one empty iteration.
     */
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return !stopped || (isFirst() && !followsFill);
    }

    long measureNanos(long startNanos) {
      return startNanos + warmupNanos;
    }

    /** Returns the end of the measurement; {@link Long#MAX_VALUE} = not limited by time. */
    long endNanos(long startNanos) {
      return durationNanos == 0 ? Long.MAX_VALUE : measureNanos(startNanos) + durationNanos;
    }
  }

  /** Reads acknowledged writes again until all are visible or the settle time has passed. */
  record ReadBack() implements RunPhase {
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return measured;
    }
  }

  /** Returns the phases of a run, in order. */
  static List<RunPhase> of(RunSpec spec, FillMode fillMode) {
    List<RunPhase> phases = new ArrayList<>();
    boolean fills = fillMode != FillMode.NONE;
    if (fills) {
      phases.add(new Fill(fillMode));
    }
    PhasesSpec asked = spec.phases();
    if (!asked.measures()) {
      return phases;
    }
    int last = Math.max(1, asked.iterations());
    for (int number = 1; number <= last; number++) {
      long warmupNanos = number == 1 ? asked.warmupNanos() : 0;
      phases.add(
          new Iteration(
              number,
              number == last,
              fills,
              warmupNanos,
              asked.durationNanos(),
              asked.operations()));
    }
    if (spec.checks().consistency().enabled()) {
      phases.add(new ReadBack());
    }
    return phases;
  }
}
