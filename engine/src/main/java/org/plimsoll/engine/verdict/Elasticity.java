package org.plimsoll.engine.verdict;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.plimsoll.engine.report.Summary.Finding;

/**
 * How the latency followed what changed while a run went on: for each change of the target or of a
 * parameter, how long it took to settle (see {@link Settling}). Bounded in size however long the
 * run is: of many changes the last are kept, and of a long stretch between two the worse of
 * neighbours. Not thread-safe.
 */
public final class Elasticity {
  private static final int POINTS_MAX = 4096;
  private static final int TOLD_MAX = 5;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Deque<Finding> told = new ArrayDeque<>();
  private final List<Double> since = new ArrayList<>();
  private String change = "";
  private long changedNanos;

  /** Begin of the first interval that lies behind the change as a whole. */
  private long fromNanos;

  private long stepNanos;
  private double pending;
  private long pendingNanos;
  private double lastBefore = Double.NaN;
  private double last = Double.NaN;

  /**
   * Something changed.
   *
   * @return what is to be said of the change before it
   */
  public Optional<Finding> changed(long atNanos, String what) {
    Optional<Finding> before = end();
    change = what;
    changedNanos = atNanos;
    lastBefore = last;
    return before;
  }

  /**
   * Takes the next interval in.
   *
   * @param atNanos its end
   * @param nanos a percentile of it, infinite where nothing was answered
   */
  public void interval(long atNanos, long lengthNanos, double nanos) {
    last = nanos;
    long beginNanos = atNanos - lengthNanos;
    if (change.isEmpty() || beginNanos < changedNanos) {
      return;
    }
    if (since.isEmpty() && pendingNanos == 0) {
      fromNanos = beginNanos;
      stepNanos = lengthNanos;
    }
    pending = Math.max(pending, nanos);
    pendingNanos += lengthNanos;
    // Intervals are as long as one another but for what a busy machine does to them.
    if (pendingNanos + lengthNanos / 2 >= stepNanos) {
      since.add(pending);
      pending = 0;
      pendingNanos = 0;
    }
    if (since.size() == POINTS_MAX) {
      List<Double> halved = Settling.halved(since);
      since.clear();
      since.addAll(halved);
      stepNanos *= 2;
    }
  }

  /**
   * What is to be said of the last change, once nothing follows; nothing when too little did, or
   * when there was no latency in the end, since nothing was answered.
   */
  public Optional<Finding> end() {
    Optional<Finding> finding =
        change.isEmpty() || since.size() < Settling.AT_LEAST
            ? Optional.empty()
            : Optional.of(new Settling(since))
                .filter(settling -> Double.isFinite(settling.level()))
                .map(this::judge);
    finding.ifPresent(found -> {
      told.add(found);
      if (told.size() > TOLD_MAX) {
        told.remove();
      }
    });
    change = "";
    since.clear();
    pending = 0;
    pendingNanos = 0;
    return finding;
  }

  /** What was said of the last changes, the oldest first. */
  public List<Finding> findings() {
    return List.copyOf(told);
  }

  private Finding judge(Settling settling) {
    String at = seconds(changedNanos);
    OptionalLong settled = settling.intervals();
    if (settled.isEmpty()) {
      return SelfCheck.finding(
          "not-settled",
          "info",
          "After '%s' at %s the p99 did not settle within %s.",
          change,
          at,
          seconds(fromNanos - changedNanos + since.size() * stepNanos));
    }
    return SelfCheck.finding(
        "settled",
        "info",
        "After '%s' at %s the p99 settled within %s, at %s ms%s.",
        change,
        at,
        seconds(fromNanos - changedNanos + settled.getAsLong() * stepNanos),
        SelfCheck.figure(settling.level() / 1e6),
        Double.isFinite(lastBefore)
            ? "; it was " + SelfCheck.figure(lastBefore / 1e6) + " ms before"
            : "");
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }
}
