package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Course.Segment;
import org.plimsoll.result.Latencies;

/**
 * The figures of a measurement before and after each change. The second in which a change takes
 * effect belongs to neither part. Histograms are merged, so percentiles cover all operations of a
 * part. Not thread-safe.
 */
public final class SegmentWatch {
  /** Maximum number of parts. The last part also includes the time after further changes. */
  static final int KEPT = 50;

  private static final double NANOS_PER_SECOND = 1e9;

  private final long timeoutNanos;
  private final List<Segment> ended = new ArrayList<>();
  private final Histogram times = new Histogram(3);
  private final JoinedChanges changes = new JoinedChanges();
  private long fromNanos;
  private long toNanos;
  private long changedNanos = Long.MIN_VALUE;
  private long answered;
  private long failed;
  private long censored;
  private long lengthNanos;

  /**
   * A second of the measurement.
   *
   * @param startNanos start of the part, since the start of the run
   * @param answered operations that were answered
   * @param failed operations that failed, which have no latency
   * @param censored operations that were not answered in time, which rank above all others
   */
  public record Second(
      long startNanos, long endNanos, long answered, long failed, long censored, Histogram times) {}

  /**
   * Creates a watch.
   *
   * @param timeoutNanos the minimum time of operations that were not answered in time
   */
  public SegmentWatch(long timeoutNanos) {
    this.timeoutNanos = timeoutNanos;
  }

  /** Records a change. Changes in the same second count as one. */
  public void changed(long atNanos, String what) {
    if (ended.size() >= KEPT - 1) {
      return;
    }
    if (lengthNanos > 0) {
      ended.add(segment());
      clear();
      changes.clear();
      changes.add(what);
    } else if (!ended.isEmpty()) {
      changes.add(what);
    } // otherwise, the change was before the measurement
    changedNanos = atNanos;
  }

  /** Adds the next second. */
  public void second(Second second) {
    if (second.startNanos < changedNanos) {
      return;
    }
    if (lengthNanos == 0) {
      fromNanos = second.startNanos;
    }
    toNanos = second.endNanos;
    lengthNanos += second.endNanos - second.startNanos;
    answered += second.answered;
    failed += second.failed;
    censored += second.censored;
    times.add(second.times);
  }

  /** Returns the parts so far; empty if nothing has changed. */
  public List<Segment> segments() {
    if (ended.isEmpty()) {
      return List.of();
    }
    List<Segment> all = new ArrayList<>(ended);
    if (lengthNanos > 0) {
      all.add(segment());
    }
    return all;
  }

  private Segment segment() {
    long all = answered + failed + censored;
    return new Segment(
        fromNanos,
        toNanos,
        changes.text(),
        answered / (lengthNanos / NANOS_PER_SECOND),
        all == 0 ? 0 : (double) (failed + censored) / all,
        Latencies.of(times, censored, timeoutNanos).withoutFailed(failed, answered + censored));
  }

  private void clear() {
    times.reset();
    answered = 0;
    failed = 0;
    censored = 0;
    lengthNanos = 0;
  }
}
