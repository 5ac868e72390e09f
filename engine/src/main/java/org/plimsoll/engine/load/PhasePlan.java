package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.PhaseRecorder;

/**
 * Which phase an operation is intended in, by its intended start: warm-up until {@code
 * measureNanos}, measurement until {@code endNanos} or until so many operations. Shared by the
 * threads of a load; loads that go on {@link #beside} each other end together.
 */
public final class PhasePlan {
  private final PhaseRecorder warmup;
  private final Window window;
  private final boolean counts;
  private volatile Step step;

  /** The part of the measurement that begins at an instant, and the one before it. */
  private record Step(PhaseRecorder before, PhaseRecorder recorder, long fromNanos) {}

  /** When the phases of all loads begin and end. */
  private static final class Window {
    private final long measureNanos;
    private final AtomicLong remaining;
    private final boolean limited;
    private volatile long endNanos;
    private volatile boolean ended;

    Window(long measureNanos, long endNanos, long operations) {
      this.measureNanos = measureNanos;
      this.endNanos = endNanos;
      this.limited = operations > 0;
      this.remaining = new AtomicLong(operations);
    }

    /** Whether this instant is the end, or after it. */
    boolean isOver(long nanos) {
      return ended || (endNanos != Long.MAX_VALUE && nanos - endNanos >= 0);
    }

    /** Takes one of the operations; without any left, that is the end. */
    boolean take(long intendedNanos) {
      if (limited && remaining.getAndDecrement() <= 0) {
        endAt(intendedNanos);
        ended = true;
        return false;
      }
      return true;
    }

    void endAt(long nanos) {
      // An earlier end stands.
      if (endNanos != Long.MAX_VALUE && endNanos - nanos <= 0) {
        return;
      }
      endNanos = nanos;
    }
  }

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
    this(warmup, measure, new Window(measureNanos, endNanos, operations), true);
  }

  private PhasePlan(PhaseRecorder warmup, PhaseRecorder measure, Window window, boolean counts) {
    this.warmup = warmup;
    this.step = new Step(measure, measure, window.measureNanos);
    this.window = window;
    this.counts = counts;
  }

  /**
   * The same phases for another load.
   *
   * @param counts whether its operations are some of the number that ends the measurement
   */
  public PhasePlan beside(PhaseRecorder itsWarmup, PhaseRecorder itsMeasure, boolean counts) {
    return new PhasePlan(itsWarmup, itsMeasure, window, counts);
  }

  /** The recorder of an operation due at this instant; null when none is due any more. */
  @Nullable PhaseRecorder recorderAt(long intendedNanos) {
    if (window.isOver(intendedNanos)) {
      return null;
    }
    if (intendedNanos - window.measureNanos < 0) {
      return warmup;
    }
    Step now = step;
    PhaseRecorder recorder = intendedNanos - now.fromNanos() < 0 ? now.before() : now.recorder();
    return counts && !window.take(intendedNanos) ? null : recorder;
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
    window.endAt(nanos);
  }

  /** Whether nothing that becomes due from now on counts. */
  boolean isOver(long nowNanos) {
    return window.isOver(nowNanos);
  }

  /** The given instant, or the end if that comes first. */
  long orEnd(long nanos) {
    long endNanos = window.endNanos;
    return endNanos != Long.MAX_VALUE && endNanos - nanos < 0 ? endNanos : nanos;
  }

  /** When the schedule ended, or {@code nowNanos} if it has not. */
  public long endedNanos(long nowNanos) {
    return orEnd(nowNanos);
  }

  /** When the measurement begins. */
  public long measureNanos() {
    return window.measureNanos;
  }
}
