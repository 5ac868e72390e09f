package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;

/** A phase that a run executes, one after the other. */
sealed interface RunPhase {
  /**
   * Whether the phase is executed.
   *
   * @param stopped whether the run was stopped before it
   * @param measured whether an iteration was executed before it
   */
  boolean isDue(boolean stopped, boolean measured);

  /** Writes or checks the rows of each scenario, until all of them are done. */
  record Fill(FillMode mode) implements RunPhase {
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return !stopped;
    }
  }

  /**
   * Warm-up, measurement and drain of all scenarios, each with a recorder for its warm-up and one
   * for its measurement.
   *
   * @param number counts from 1
   * @param followsFill whether a fill is executed before it
   * @param warmupNanos 0 for all but the first iteration
   * @param durationNanos of the measurement; 0 when time does not end it
   * @param operations of the measurement; 0 when their number does not end it
   */
  record Iteration(
      int number, boolean followsFill, long warmupNanos, long durationNanos, long operations)
      implements RunPhase {
    boolean isFirst() {
      return number == 1;
    }

    /** A run that was stopped before anything still reports one empty iteration. */
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return !stopped || (isFirst() && !followsFill);
    }

    long measureNanos(long startNanos) {
      return startNanos + warmupNanos;
    }

    /** When the measurement ends; {@link Long#MAX_VALUE} when time does not end it. */
    long endNanos(long startNanos) {
      return durationNanos == 0 ? Long.MAX_VALUE : measureNanos(startNanos) + durationNanos;
    }
  }

  /** Reads acknowledged writes again, until all are visible or the settle time has passed. */
  record ReadBack() implements RunPhase {
    @Override
    public boolean isDue(boolean stopped, boolean measured) {
      return measured;
    }
  }

  /** The phases of a run, in order. */
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
    for (int number = 1; number <= Math.max(1, asked.iterations()); number++) {
      long warmupNanos = number == 1 ? asked.warmupNanos() : 0;
      phases.add(
          new Iteration(number, fills, warmupNanos, asked.durationNanos(), asked.operations()));
    }
    if (spec.checks().consistency().enabled()) {
      phases.add(new ReadBack());
    }
    return phases;
  }
}
