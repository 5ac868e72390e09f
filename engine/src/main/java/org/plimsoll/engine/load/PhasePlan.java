package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.PhaseRecorder;

/**
 * Determines the phase of an operation from its intended start. The warm-up lasts until {@code
 * measureNanos}. The measurement lasts until {@code endNanos}, or for a number of operations.
 * Shared by the threads of a load. {@linkplain #beside Parallel} loads end together.
 */
public final class PhasePlan {
  private final PhaseRecorder warmup;
  private final Window window;
  private final boolean counts;
  private volatile Step step;

  /** The current part of the measurement, its start, and the part before it. */
  private record Step(PhaseRecorder before, PhaseRecorder recorder, long fromNanos) {}

  /** The start and end of the phases, shared by all loads. */
  private static final class Window {
    private final long measureNanos;
    private final AtomicLong remaining;
    private final boolean limited;
    private final boolean drains;
    private volatile long endNanos;
    private volatile boolean ended;

    Window(long measureNanos, long endNanos, long operations, boolean drains) {
      this.measureNanos = measureNanos;
      this.endNanos = endNanos;
      this.limited = operations > 0;
      this.drains = drains;
      this.remaining = new AtomicLong(operations);
    }

    /** Whether the end has been reached at this instant. */
    boolean isOver(long nanos) {
      return ended || (endNanos != Long.MAX_VALUE && nanos - endNanos >= 0);
    }

    /** Takes one of the remaining operations. If none is left, the measurement ends. */
    boolean take(long intendedNanos) {
      if (limited && remaining.getAndDecrement() <= 0) {
        endAt(intendedNanos);
        ended = true;
        return false;
      }
      return true;
    }

    void endAt(long nanos) {
      // An earlier end takes precedence.
      if (endNanos != Long.MAX_VALUE && endNanos - nanos <= 0) {
        return;
      }
      endNanos = nanos;
    }
  }

  /**
   * @param endNanos end of the measurement; {@link Long#MAX_VALUE} = not limited by time
   * @param operations number of operations of the measurement; 0 = not limited by number
   */
  public PhasePlan(
      PhaseRecorder warmup,
      PhaseRecorder measure,
      long measureNanos,
      long endNanos,
      long operations) {
    this(warmup, measure, new Window(measureNanos, endNanos, operations, true), true);
  }

  /** A fill, which lasts until all of its operations have ended, so that nothing follows it. */
  public static PhasePlan fill(PhaseRecorder recorder, long startNanos, long operations) {
    Window window = new Window(startNanos, Long.MAX_VALUE, operations, false);
    return new PhasePlan(recorder, recorder, window, true);
  }

  private PhasePlan(PhaseRecorder warmup, PhaseRecorder measure, Window window, boolean counts) {
    this.warmup = warmup;
    this.step = new Step(measure, measure, window.measureNanos);
    this.window = window;
    this.counts = counts;
  }

  /**
   * The same phases for a parallel load.
   *
   * @param counts whether its operations count towards the number that ends the measurement
   */
  public PhasePlan beside(PhaseRecorder itsWarmup, PhaseRecorder itsMeasure, boolean counts) {
    return new PhasePlan(itsWarmup, itsMeasure, window, counts);
  }

  /** The recorder of an operation that is due at this instant; null if the load has ended. */
  @Nullable PhaseRecorder recorderAt(long intendedNanos) {
    if (window.isOver(intendedNanos)) {
      return null;
    }
    if (intendedNanos - window.measureNanos < 0) {
      return warmup;
    }
    PhaseRecorder recorder = measuring(intendedNanos);
    return counts && !window.take(intendedNanos) ? null : recorder;
  }

  /** The recorder of the phase that an instant is in; null after the end. */
  @Nullable PhaseRecorder during(long nanos) {
    long endNanos = window.endNanos;
    if (window.drains && endNanos != Long.MAX_VALUE && nanos - endNanos >= 0) {
      return null;
    }
    if (nanos - window.measureNanos < 0) {
      return warmup;
    }
    return measuring(nanos);
  }

  private PhaseRecorder measuring(long nanos) {
    Step now = step;
    return nanos - now.fromNanos() < 0 ? now.before() : now.recorder();
  }

  /**
   * Divides the measurement. Operations intended from this instant on are recorded separately. The
   * instant may be in the future, and must not be before the last division.
   */
  public synchronized void step(PhaseRecorder recorder, long fromNanos) {
    step = new Step(step.recorder(), recorder, fromNanos);
  }

  /** Ends the schedule at this instant. */
  public void endAt(long nanos) {
    window.endAt(nanos);
  }

  /** Whether operations that become due from now on no longer count. */
  boolean isOver(long nowNanos) {
    return window.isOver(nowNanos);
  }

  /** This instant, or the end if it is earlier. */
  long orEnd(long nanos) {
    long endNanos = window.endNanos;
    return endNanos != Long.MAX_VALUE && endNanos - nanos < 0 ? endNanos : nanos;
  }

  /** The time at which the schedule ended, or {@code nowNanos} if it has not. */
  public long endedNanos(long nowNanos) {
    return orEnd(nowNanos);
  }

  /** The start of the measurement. */
  public long measureNanos() {
    return window.measureNanos;
  }
}
