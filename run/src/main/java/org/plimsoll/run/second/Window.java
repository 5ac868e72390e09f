package org.plimsoll.run.second;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Stage;
import org.plimsoll.result.Phase;

/**
 * The period of a one-second result, since the start of the run.
 *
 * @param stage stage of the period, including its drain; null between phases
 * @param schedule period of the intended starts that are counted
 * @param isLast whether all operations of the phase have ended
 */
public record Window(
    long startNanos, long atNanos, @Nullable Stage stage, Schedule schedule, boolean isLast) {
  /**
   * The period of the intended starts that are counted.
   *
   * @param beginNanos the start of the fill or of the measurement, which a warm-up may precede
   * @param endNanos the end of the phase; null until it is known
   */
  public record Schedule(long beginNanos, @Nullable Long endNanos) {
    /** An instance without a phase. */
    public static final Schedule NONE = new Schedule(0, null);
  }

  static @Nullable Long later(@Nullable Long time, long nanos) {
    return time == null ? null : (Long) (time + nanos);
  }

  Window later(long nanos) {
    Schedule moved = new Schedule(schedule.beginNanos + nanos, later(schedule.endNanos, nanos));
    return new Window(startNanos + nanos, atNanos + nanos, stage, moved, isLast);
  }

  /** Returns the phase at an instant of the period. */
  public Phase phaseAt(long nanos) {
    if (stage == null || stage.phase() == Phase.FILL) {
      return Phase.FILL;
    }
    if (nanos <= schedule.beginNanos) {
      return Phase.WARMUP;
    }
    Long end = schedule.endNanos;
    return end != null && nanos > end ? Phase.DRAIN : Phase.MEASURE;
  }
}
