package org.plimsoll.analysis.verdict;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Course.Disruption;
import org.plimsoll.result.Course.Failures;
import org.plimsoll.result.Course.Silence;
import org.plimsoll.result.Latencies;

/**
 * Tracks failures in a measurement, and the recovery time of the p99. The p99 has recovered at the
 * first of three successive seconds without a disruption in which it is at most 20 %, or 0.1 ms,
 * above its level before the disruption. That level is the median of the last ten seconds before
 * the disruption. Memory is bounded for runs of any length. Not thread-safe.
 */
public final class FailureWatch {
  private static final int BEFORE = 10;
  private static final int BEFORE_LEAST = 3;
  private static final int IN_A_ROW = 3;
  private static final int KEPT = 20;
  private static final double FAILING = 0.01;
  private static final double ABOVE = 1.2;
  private static final double QUANTILE = 0.99;
  private static final long APART_NANOS = 3_000_000_000L;

  private final Deque<Double> before = new ArrayDeque<>();
  private final List<Disruption> disruptions = new ArrayList<>();
  private @Nullable Long firstNanos;
  private long lastNanos;
  private long silentNanos;
  private long count;
  private @Nullable State current;

  /** The last period without a success that belongs to no disruption yet. */
  private @Nullable Silence pending;

  private long pendingNanos;
  private long silentUntilNanos = Long.MIN_VALUE;

  /** A disruption, which lasts until the p99 has recovered. */
  private static final class State {
    final long fromNanos;
    final @Nullable Long p99Before;
    long toNanos;
    long errors;
    long silentNanos;
    @Nullable Silence silence;
    int inRow;
    long backNanos;

    State(long fromNanos, @Nullable Long p99Before) {
      this.fromNanos = fromNanos;
      this.p99Before = p99Before;
    }

    Disruption ended(@Nullable Long recoveryNanos) {
      long from = silence == null ? fromNanos : Math.min(fromNanos, silence.fromNanos());
      return new Disruption(from, toNanos, errors, silentNanos, silence, p99Before, recoveryNanos);
    }
  }

  /**
   * The operations of a second.
   *
   * @param startNanos start of the part, since the start of the run
   * @param answered operations that succeeded or found nothing
   * @param errors operations that ended in another way
   * @param isSilent whether the target is known to be stalled at the end of the second
   * @param times times of the answered operations, in nanoseconds
   * @param censored operations that were not answered in time, which rank above all others
   */
  public record Second(
      long startNanos,
      long endNanos,
      long answered,
      long errors,
      boolean isSilent,
      Histogram times,
      long censored) {
    boolean isDisrupted() {
      return isSilent || errors > FAILING * (answered + errors);
    }

    double p99() {
      return Latencies.nanosAt(QUANTILE, times, censored);
    }
  }

  /** Adds the next second of the measurement. */
  public void second(Second second) {
    if (second.errors > 0) {
      firstNanos = firstNanos == null ? (Long) second.startNanos : firstNanos;
      lastNanos = second.endNanos;
    }
    State state = current;
    if (second.isDisrupted()) {
      disrupted(second);
    } else if (state != null) {
      recovering(state, second);
    } else if (second.answered > 0) {
      before.addLast(second.p99());
      if (before.size() > BEFORE) {
        before.removeFirst();
      }
    }
  }

  private void disrupted(Second second) {
    State state = current;
    if (state != null && second.startNanos - state.toNanos >= APART_NANOS) {
      keep(state.ended(null)); // another disruption, before the p99 has recovered
      state = null;
    }
    if (state == null) {
      state = new State(second.startNanos, p99Before());
      current = state;
    }
    state.toNanos = second.endNanos;
    state.errors += second.errors;
    state.inRow = 0;
    absorb(state);
  }

  /**
   * Adds an ended period of a second or longer in which no operation succeeded.
   *
   * @param fromNanos since the start of the run
   */
  public void silent(long fromNanos, long toNanos) {
    Silence before = pending;
    long from = Math.max(fromNanos, silentUntilNanos); // a stall may become an outage
    if (toNanos <= from) {
      return;
    }
    silentNanos += toNanos - from;
    pendingNanos += toNanos - from;
    silentUntilNanos = toNanos;
    pending = new Silence(before == null ? from : before.fromNanos(), toNanos);
    State state = current;
    if (state == null) {
      state = new State(from, p99Before());
      current = state;
    }
    state.toNanos = Math.max(state.toNanos, toNanos);
    absorb(state);
  }

  private void absorb(State state) {
    Silence added = pending;
    if (added != null) {
      Silence known = state.silence;
      state.silence =
          new Silence(known == null ? added.fromNanos() : known.fromNanos(), added.toNanos());
      state.silentNanos += pendingNanos;
      pending = null;
      pendingNanos = 0;
    }
  }

  private void recovering(State state, Second second) {
    Long level = state.p99Before;
    boolean isBack =
        second.answered > 0
            && (level == null
                || second.p99() <= Math.max(ABOVE * level, level + Findings.FLOOR_NANOS));
    if (!isBack) {
      state.inRow = 0;
      return;
    }
    state.backNanos = state.inRow == 0 ? second.startNanos : state.backNanos;
    if (++state.inRow == IN_A_ROW) {
      keep(state.ended(Math.max(0, state.backNanos - state.toNanos)));
      current = null;
    }
  }

  private @Nullable Long p99Before() {
    if (before.size() < BEFORE_LEAST) {
      return null;
    }
    double level = Settling.median(before.stream().mapToDouble(Double::doubleValue).toArray());
    return Double.isFinite(level) ? (Long) (long) level : null;
  }

  private void keep(Disruption disruption) {
    count++;
    if (disruptions.size() < KEPT) {
      disruptions.add(disruption);
    }
  }

  /** Returns the failures so far; null if nothing failed and there was no disruption. */
  public @Nullable Failures failures() {
    Long first = firstNanos;
    State open = current;
    if (first == null && open == null && disruptions.isEmpty()) {
      return null;
    }
    List<Disruption> all = new ArrayList<>(disruptions);
    if (open != null && all.size() < KEPT) {
      all.add(open.ended(null));
    }
    long from = first == null ? all.getFirst().fromNanos() : first;
    long last = first == null ? all.getLast().toNanos() : lastNanos;
    return new Failures(from, last, silentNanos, count + (open == null ? 0 : 1), all);
  }
}
