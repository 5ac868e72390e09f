package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.plimsoll.result.ConsistencySummary.Share;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;

/**
 * The probability that a read sees the last acknowledged write, by the time t from its
 * acknowledgement to the start of the read. Reads are counted in steps of t: ten per decade from 1
 * µs to 1,000 s, and one below that.
 */
final class VisibilityCurve {
  private static final int STEPS_PER_DECADE = 10;
  private static final int DECADES = 9;
  private static final double FIRST_NANOS = 1_000;
  private static final int STEPS = STEPS_PER_DECADE * DECADES + 2;

  private final LongAdder[] reads = adders();
  private final LongAdder[] saw = adders();

  void add(long sinceAckNanos, boolean sees) {
    int step = step(sinceAckNanos);
    reads[step].increment();
    if (sees) {
      saw[step].increment();
    }
  }

  /** Returns the numbers of reads, by step. */
  long[] reads() {
    return Stream.of(reads).mapToLong(LongAdder::sum).toArray();
  }

  /** Returns the numbers of reads that saw the write, by step. */
  long[] saw() {
    return Stream.of(saw).mapToLong(LongAdder::sum).toArray();
  }

  /** Adds the numbers of another curve. */
  void add(long[] otherReads, long[] otherSaw) {
    for (int step = 0; step < STEPS; step++) {
      reads[step].add(otherReads[step]);
      saw[step].add(otherSaw[step]);
    }
  }

  List<VisibilityPoint> points() {
    List<VisibilityPoint> points = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      long all = reads[step].sum();
      if (all > 0) {
        long seen = saw[step].sum();
        Share share = Wilson.of(seen, all);
        points.add(
            new VisibilityPoint(
                step == 0 ? 0 : edge(step),
                step == STEPS - 1 ? Long.MAX_VALUE : edge(step + 1),
                all,
                seen,
                Objects.requireNonNull(share.share()),
                Objects.requireNonNull(share.low()),
                Objects.requireNonNull(share.high())));
      }
    }
    return points;
  }

  /** Returns the lower edge of a step: 1 µs for the second one. */
  private static long edge(int step) {
    return Math.round(FIRST_NANOS * Math.pow(10, (step - 1.0) / STEPS_PER_DECADE));
  }

  private static int step(long nanos) {
    if (nanos < FIRST_NANOS) {
      return 0;
    }
    int guess = 1 + (int) (Math.log10(nanos / FIRST_NANOS) * STEPS_PER_DECADE);
    int step = Math.min(guess, STEPS - 1);
    // The logarithm may have a rounding error at the edge of a step.
    if (step < STEPS - 1 && nanos >= edge(step + 1)) {
      return step + 1;
    }
    return nanos < edge(step) ? step - 1 : step;
  }

  private static LongAdder[] adders() {
    return Stream.generate(LongAdder::new).limit(STEPS).toArray(LongAdder[]::new);
  }
}
