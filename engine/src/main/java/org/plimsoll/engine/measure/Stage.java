package org.plimsoll.engine.measure;

import org.plimsoll.result.Phase;

/**
 * One of the phases of a run that have records of their own: a fill, a warm-up, a measurement, or a
 * trial of a search.
 *
 * @param number counts those of its kind from 1 on
 */
public record Stage(Phase phase, int number) {
  /** The measurement that a warm-up precedes; any other stage itself. */
  public Stage measured() {
    return phase == Phase.WARMUP ? new Stage(Phase.MEASURE, number) : this;
  }
}
