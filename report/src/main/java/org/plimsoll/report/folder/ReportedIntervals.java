package org.plimsoll.report.folder;

import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;

/**
 * Merges seconds to longer intervals for display. Recorded intervals are still one second long. An
 * interval ends with its phase. Percentiles come from the merged histograms.
 */
public final class ReportedIntervals {
  /** The longest interval. */
  public static final long NANOS_MAX = 60_000_000_000L;

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long everyNanos;
  private final Consumer<Interval> consumer;
  private @Nullable IntervalCell cell;
  private long index;

  /**
   * Creates a merger.
   *
   * @param everyNanos length of an interval, in whole seconds from 1 s to 60 s
   * @param consumer receives each interval when it ends
   */
  public ReportedIntervals(long everyNanos, Consumer<Interval> consumer) {
    requireLength(everyNanos);
    this.everyNanos = everyNanos;
    this.consumer = consumer;
  }

  /**
   * Checks the length of an interval.
   *
   * @throws IllegalArgumentException unless it is whole seconds from 1 s to 60 s
   */
  public static void requireLength(long everyNanos) {
    if (everyNanos < SECOND_NANOS || everyNanos > NANOS_MAX || everyNanos % SECOND_NANOS != 0) {
      throw new IllegalArgumentException("must be whole seconds from 1s to 60s");
    }
  }

  /**
   * Adds the next second.
   *
   * @param nanosByTag histograms of the interval
   */
  public void add(Interval interval, Map<String, Histogram> nanosByTag) {
    if (everyNanos == SECOND_NANOS) {
      consumer.accept(interval);
      return;
    }
    // A second ends some milliseconds late on a busy machine.
    long next = (interval.window().startNanos() + SECOND_NANOS / 2) / everyNanos;
    IntervalCell current = cell;
    if (current != null && (next != index || current.phase() != interval.window().phase())) {
      end();
      current = null;
    }
    IntervalCell lent = IntervalCell.lent(interval, nanosByTag);
    if (current == null) {
      cell = lent.copy();
      index = next;
    } else {
      current.add(lent);
    }
  }

  /** Ends the last interval. */
  public void end() {
    IntervalCell current = cell;
    if (current != null) {
      consumer.accept(current.interval());
      cell = null;
    }
  }
}
