package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.PhaseRecorder;

/**
 * Which phase an operation is intended in, by its intended start: warm-up until {@code
 * measureNanos}, measurement until {@code endNanos} or until so many operations. Shared by the
 * threads of a load.
 */
public final class PhasePlan {
  private final PhaseRecorder warmup;
  private final long measureNanos;
  private final AtomicLong remaining;
  private final boolean limited;
  private volatile long endNanos;
  private volatile boolean ended;
  private volatile Step step;

  /** The part of the measurement that begins at an instant, and the one before it. */
  private record Step(PhaseRecorder before, PhaseRecorder recorder, long fromNanos) {}

  /**
   * @param endNanos {@link Long#MAX_VALUE} when time does not end it
   * @param operations 0 when their number does not end it
   */
  public PhasePlan(
      PhaseRecorder warmup,
      PhaseRecorder measure,
      long measureNanos,
      long endNanos,
      long operations) {
    this.warmup = warmup;
    this.step = new Step(measure, measure, measureNanos);
    this.measureNanos = measureNanos;
    this.endNanos = endNanos;
    this.limited = operations > 0;
    this.remaining = new AtomicLong(operations);
  }

  /** The recorder of an operation due at this instant; null when none is due any more. */
  @Nullable PhaseRecorder recorderAt(long intendedNanos) {
    if (ended || (endNanos != Long.MAX_VALUE && intendedNanos - endNanos >= 0)) {
      return null;
    }
    if (intendedNanos - measureNanos < 0) {
      return warmup;
    }
    if (limited && remaining.getAndDecrement() <= 0) {
      endAt(intendedNanos);
      ended = true;
      return null;
    }
    Step now = step;
    return intendedNanos - now.fromNanos() < 0 ? now.before() : now.recorder();
  }

  /**
   * Divides the measurement: what is intended from an instant on is recorded elsewhere. The instant
   * may be ahead, and must not be before that of the last division.
   */
  public synchronized void step(PhaseRecorder recorder, long fromNanos) {
    step = new Step(step.recorder(), recorder, fromNanos);
  }

  /** Lets nothing be due from this instant on. */
  public void endAt(long nanos) {
    // An earlier end stands.
    if (endNanos != Long.MAX_VALUE && endNanos - nanos <= 0) {
      return;
    }
    endNanos = nanos;
  }

  /** Whether nothing that becomes due from now on counts. */
  boolean isOver(long nowNanos) {
    return ended || (endNanos != Long.MAX_VALUE && nowNanos - endNanos >= 0);
  }

  /** The given instant, or the end if that comes first. */
  long orEnd(long nanos) {
    return endNanos != Long.MAX_VALUE && endNanos - nanos < 0 ? endNanos : nanos;
  }

  /** When the schedule ended, or {@code nowNanos} if it goes on. */
  public long endedNanos(long nowNanos) {
    return orEnd(nowNanos);
  }

  /** When the measurement begins. */
  public long measureNanos() {
    return measureNanos;
  }
}
