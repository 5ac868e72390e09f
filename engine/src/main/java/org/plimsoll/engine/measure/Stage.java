package org.plimsoll.engine.measure;

import org.plimsoll.result.Phase;

/**
 * A phase of a run that is recorded separately: a fill, a warm-up, a measurement, or a trial of a
 * search.
 *
 * @param number number of the stage among those of its phase, from 1 on
 */
public record Stage(Phase phase, int number) {
  /** Returns the measurement that follows a warm-up, or this stage if it is no warm-up. */
  public Stage measured() {
    return phase == Phase.WARMUP ? new Stage(Phase.MEASURE, number) : this;
  }
}
