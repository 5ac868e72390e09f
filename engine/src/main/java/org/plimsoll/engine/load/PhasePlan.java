package org.plimsoll.engine.load;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.share.Quota;

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
    private static final long GRANTED = Long.MIN_VALUE;

    private final long measureNanos;
    private final AtomicLong remaining;
    private final boolean limited;

    /**
     * Number of operations of the whole schedule after which the measurement ends; 0 = not limited.
     */
    private final long scheduled;

    /** The operations that this generator is granted; null if they are not granted. */
    private final @Nullable Quota quota;

    private final boolean drains;
    private volatile long endNanos;

    /** The instant since which no operation is granted; {@link #GRANTED} while one is. */
    private volatile long emptyNanos = GRANTED;

    /** The end by time or by a stop, but not by the number of operations. */
    private volatile long cutNanos;

    private volatile boolean ended;

    Window(long measureNanos, long endNanos, OperationLimit limit, boolean drains) {
      this.measureNanos = measureNanos;
      this.endNanos = endNanos;
      this.cutNanos = endNanos;
      this.limited = limit.isOwn();
      this.scheduled = limit.isOfSchedule() ? limit.operations() : 0;
      this.quota = limit.quota();
      this.drains = drains;
      this.ended = limit.isOwn() && limit.operations() == 0;
      this.remaining = new AtomicLong(limit.operations());
    }

    /** Whether the end has been reached at this instant. */
    boolean isOver(long nanos) {
      return ended || (endNanos != Long.MAX_VALUE && nanos - endNanos >= 0);
    }

    /**
     * Takes one of the remaining operations. If none is left, the measurement ends at this instant.
     * If the load holds its schedule, it ends with the last answer, because the waiting operations
     * are then long past their intended starts.
     */
    boolean take(long intendedNanos, boolean holds) {
      Quota from = quota;
      if (from != null && from.take() < 0) {
        ended = true;
        return false;
      }
      if (limited && remaining.getAndDecrement() <= 0) {
        if (!holds) {
          endNanos = earlier(endNanos, intendedNanos);
        }
        ended = true;
        return false;
      }
      return true;
    }

    /**
     * Takes a granted operation. If no more will be granted, the measurement ends at the instant at
     * which the first operation was missing.
     */
    long takeGranted(Quota from, long nanos) {
      long number = from.take();
      if (number >= 0) {
        emptyNanos = GRANTED;
      } else if (number == Quota.OVER) {
        grantsEnd(nanos);
      } else if (emptyNanos == GRANTED) {
        emptyNanos = nanos;
      }
      return number;
    }

    void grantsEnd(long nanos) {
      long sinceNanos = emptyNanos;
      reach(sinceNanos == GRANTED ? nanos : sinceNanos);
    }

    void reach(long intendedNanos) {
      endNanos = earlier(endNanos, intendedNanos);
      ended = true;
    }

    void endAt(long nanos) {
      endNanos = earlier(endNanos, nanos);
      cutNanos = earlier(cutNanos, nanos);
    }

    /** Whether the time is over, or the load was stopped. */
    boolean isCut(long nanos) {
      return cutNanos != Long.MAX_VALUE && nanos - cutNanos >= 0;
    }

    private static long earlier(long endNanos, long nanos) {
      return endNanos != Long.MAX_VALUE && endNanos - nanos <= 0 ? endNanos : nanos;
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
    this(warmup, measure, measureNanos, endNanos, OperationLimit.of(operations));
  }

  /** Creates phases in which the measurement may also end after a number of operations. */
  public PhasePlan(
      PhaseRecorder warmup,
      PhaseRecorder measure,
      long measureNanos,
      long endNanos,
      OperationLimit limit) {
    this(warmup, measure, new Window(measureNanos, endNanos, limit, true), true);
  }

  /** Creates the phases of a fill, which lasts until all of its operations have ended. */
  public static PhasePlan fill(PhaseRecorder recorder, long startNanos, long operations) {
    Window window = new Window(startNanos, Long.MAX_VALUE, OperationLimit.of(operations), false);
    return new PhasePlan(recorder, recorder, window, true);
  }

  private PhasePlan(PhaseRecorder warmup, PhaseRecorder measure, Window window, boolean counts) {
    this.warmup = warmup;
    this.step = new Step(measure, measure, window.measureNanos);
    this.window = window;
    this.counts = counts;
  }

  /**
   * Returns the same phases for a parallel load.
   *
   * @param counts whether the operations count towards the number that ends the measurement
   */
  public PhasePlan beside(PhaseRecorder itsWarmup, PhaseRecorder itsMeasure, boolean counts) {
    return new PhasePlan(itsWarmup, itsMeasure, window, counts);
  }

  /**
   * Returns the recorder for an operation that is due at this instant; null if the load has ended.
   */
  @Nullable PhaseRecorder recorderAt(long intendedNanos) {
    return recorderAt(intendedNanos, false);
  }

  /**
   * Returns the recorder for an operation that is due at this instant; null if the load has ended.
   *
   * @param holds whether the load holds its schedule
   */
  @Nullable PhaseRecorder recorderAt(long intendedNanos, boolean holds) {
    if (window.isOver(intendedNanos)) {
      return null;
    }
    if (intendedNanos - window.measureNanos < 0) {
      return warmup;
    }
    PhaseRecorder recorder = measuring(intendedNanos);
    return counts && !window.take(intendedNanos, holds) ? null : recorder;
  }

  /**
   * Whether all operations of the measurement, of any generator, are due.
   *
   * @param before number of operations of the measurement that are due earlier
   */
  boolean isComplete(long before) {
    return window.scheduled > 0 && before >= window.scheduled;
  }

  /** Whether the operations of the whole schedule are counted. */
  boolean countsSchedule() {
    return window.scheduled > 0;
  }

  /** Whether a fleet grants the operations, see {@link #takeGranted}. */
  boolean isGranted() {
    return counts && window.quota != null;
  }

  /** Whether no operation is granted at this time, and one may be later. */
  boolean waitsForGrant() {
    Quota from = window.quota;
    return counts && from != null && from.isWaiting();
  }

  /** Ends the measurement if no more operations will be granted, even if no worker requests one. */
  void endWithGrants(long nowNanos) {
    Quota from = window.quota;
    if (counts && from != null && from.isOver() && !window.isOver(nowNanos)) {
      window.grantsEnd(nowNanos);
    }
  }

  /** Whether an operation that is sent at an instant belongs to the measurement. */
  boolean measures(long nanos) {
    return nanos - window.measureNanos >= 0;
  }

  /**
   * Takes an operation of the measurement before its intended start is known. Returns its number
   * or, if there is none, the same values as {@link Quota#take}. {@link #recorderOfGranted} returns
   * its recorder.
   */
  long takeGranted(long nanos) {
    Quota from = window.quota;
    if (from == null || window.isOver(nanos)) {
      return Quota.OVER;
    }
    return window.takeGranted(from, nanos);
  }

  /**
   * Returns the recorder of the measurement for an operation that was taken, even if the
   * measurement has ended since.
   */
  PhaseRecorder recorderOfGranted(long nanos) {
    return measuring(nanos);
  }

  /** Ends the measurement before the operation that is due at this instant. */
  void completeAt(long intendedNanos) {
    window.reach(intendedNanos);
  }

  /** Returns the recorder of the phase at an instant; null after the end. */
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

  /** Whether the time is over, or the load was stopped; not whether all operations were sent. */
  boolean isCut(long nowNanos) {
    return window.isCut(nowNanos);
  }

  /** Whether an operation belongs to the warm-up and the warm-up has ended. */
  boolean isPassedWarmup(long intendedNanos, long nowNanos) {
    return intendedNanos - window.measureNanos < 0 && nowNanos - window.measureNanos >= 0;
  }

  /** Returns the given instant, or the end if that is earlier. */
  long orEnd(long nanos) {
    long endNanos = window.endNanos;
    return endNanos != Long.MAX_VALUE && endNanos - nanos < 0 ? endNanos : nanos;
  }

  /** Returns the time at which the schedule ended, or {@code nowNanos} if it has not ended. */
  public long endedNanos(long nowNanos) {
    return orEnd(nowNanos);
  }

  /** Returns the start of the measurement. */
  public long measureNanos() {
    return window.measureNanos;
  }
}
