package org.plimsoll.analysis.verdict;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.SloSpec.Comparison;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.LiveSlo;
import org.plimsoll.result.SloOutcome;

/**
 * Judges the objectives of a run each second, over a moving window of the last 10 s, or of up to 30
 * s for a percentile that needs more operations. Seconds that the generator made invalid are left
 * out. While the target is stalled, operations without an answer rank above all others. Objectives
 * about consistency and counters of the driver are only judged at the end of the run. Not
 * thread-safe.
 */
public final class LiveObjectives {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long SHORT_NANOS = 10_000_000_000L;
  private static final long LONG_NANOS = 30_000_000_000L;

  /** The number of unanswered operations that decide a percentile without a stall. */
  private static final int SUPPORT = 10;

  private final List<State> states;
  private final Map<String, Deque<Second>> seconds = new LinkedHashMap<>();

  /**
   * The operations of one name that ended in a second.
   *
   * @param atNanos end of the second, since the start of the run
   * @param shown the times that the objectives bound; not changed afterwards
   * @param unanswered unanswered operations, which rank above all values
   * @param ended operations that ended in any way
   * @param inTime operations answered in time
   * @param answered operations answered, in time or not
   */
  public record Second(
      long atNanos,
      long lengthNanos,
      Histogram shown,
      long unanswered,
      long ended,
      long inTime,
      long answered) {}

  /** Supplies the second of an operation, or of {@code all}. */
  @FunctionalInterface
  public interface Source {
    Second of(String operation);
  }

  /**
   * A stalled target.
   *
   * @param nanos duration of the stall so far
   * @param pending operations in flight or due
   * @param timeoutNanos the minimum time of unanswered operations
   */
  public record Stall(long nanos, long pending, long timeoutNanos) {}

  /**
   * An objective that is missed, or met again.
   *
   * @param lengthNanos duration of the missed period; null while the objective is missed
   */
  public record Change(String text, long sinceNanos, @Nullable Long lengthNanos) {}

  /** The objectives, and their changes in this second. */
  public record Judged(List<LiveSlo> slos, List<Change> changes) {}

  private record Figure(
      SloOutcome result, @Nullable Double observed, @Nullable Double observedAbove) {
    static final Figure UNKNOWN = new Figure(SloOutcome.UNDECIDED, null, null);
  }

  private static final class State {
    final SloSpec objective;
    Figure figure = Figure.UNKNOWN;
    @Nullable Long missedSinceNanos;
    @Nullable Long firstMissedNanos;

    State(SloSpec objective) {
      this.objective = objective;
    }

    LiveSlo shown() {
      return new LiveSlo(
          objective.text(),
          figure.result,
          figure.observed,
          figure.observedAbove,
          missedSinceNanos,
          firstMissedNanos,
          objective.isDefault());
    }
  }

  public LiveObjectives(List<SloSpec> objectives) {
    states = objectives.stream().map(State::new).toList();
    for (SloSpec objective : objectives) {
      if (isLive(objective)) {
        seconds.computeIfAbsent(objective.operation(), _ -> new ArrayDeque<>());
      }
    }
  }

  private static boolean isLive(SloSpec objective) {
    return objective.isOfLoad();
  }

  /** Returns the objectives as last judged. */
  public List<LiveSlo> slos() {
    return states.stream().map(State::shown).toList();
  }

  /** Clears the window between two phases. */
  public void forget() {
    seconds.values().forEach(Deque::clear);
    for (State state : states) {
      state.figure = Figure.UNKNOWN;
      state.missedSinceNanos = null;
    }
  }

  /**
   * Judges the objectives at the end of a second.
   *
   * @param counts whether the second counts, because the generator did not make it invalid
   */
  public Judged judge(long nowNanos, boolean counts, Stall stall, Source source) {
    seconds.forEach((operation, kept) -> {
      if (counts) {
        kept.addLast(source.of(operation));
      }
      while (!kept.isEmpty() && nowNanos - kept.getFirst().atNanos >= LONG_NANOS) {
        kept.removeFirst();
      }
    });
    Map<String, Second> shorter = new HashMap<>();
    Map<String, Second> longer = new HashMap<>();
    List<Change> changes = new ArrayList<>();
    for (State state : states) {
      SloSpec objective = state.objective;
      if (!isLive(objective)) {
        continue;
      }
      String operation = objective.operation();
      state.figure =
          figure(
              objective,
              shorter.computeIfAbsent(operation, its -> sum(its, nowNanos - SHORT_NANOS)),
              stall);
      if (state.figure.equals(Figure.UNKNOWN)) {
        state.figure =
            figure(
                objective,
                longer.computeIfAbsent(operation, its -> sum(its, nowNanos - LONG_NANOS)),
                stall);
      }
      follow(state, nowNanos, changes);
    }
    return new Judged(slos(), changes);
  }

  private static void follow(State state, long nowNanos, List<Change> changes) {
    String text = state.objective.text();
    Long since = state.missedSinceNanos;
    if (state.figure.result == SloOutcome.FAILED && since == null) {
      state.missedSinceNanos = nowNanos;
      state.firstMissedNanos =
          state.firstMissedNanos == null ? (Long) nowNanos : state.firstMissedNanos;
      changes.add(
          new Change(text + " is missed: " + said(state.objective, state.figure), nowNanos, null));
    } else if (state.figure.result == SloOutcome.PASSED && since != null) {
      state.missedSinceNanos = null;
      long length = nowNanos - since;
      changes.add(
          new Change(text + " is met again after " + Figures.duration(length), since, length));
    }
  }

  private static String said(SloSpec objective, Figure figure) {
    Double observed = figure.observed;
    Double above = figure.observedAbove;
    if (observed == null) {
      return above == null ? "unknown" : "> " + Figures.duration(above);
    }
    return switch (objective.metric()) {
      case "errors" -> Figures.percent(observed);
      case "throughput", "goodput" -> Figures.rate(observed);
      default -> Figures.duration(observed);
    };
  }

  private Second sum(String operation, long afterNanos) {
    Histogram shown = new Histogram(3);
    long length = 0;
    long unanswered = 0;
    long ended = 0;
    long inTime = 0;
    long answered = 0;
    for (Second each : seconds.getOrDefault(operation, new ArrayDeque<>())) {
      if (each.atNanos - afterNanos > 0) {
        if (each.shown.getTotalCount() > 0) {
          shown.add(each.shown);
        }
        length += each.lengthNanos;
        unanswered += each.unanswered;
        ended += each.ended;
        inTime += each.inTime;
        answered += each.answered;
      }
    }
    return new Second(0, length, shown, unanswered, ended, inTime, answered);
  }

  private static Figure figure(SloSpec objective, Second window, Stall stall) {
    if (window.lengthNanos == 0 && stall.nanos == 0) {
      return Figure.UNKNOWN;
    }
    double length = window.lengthNanos / NANOS_PER_SECOND;
    return switch (objective.metric()) {
      case "errors" ->
          window.ended == 0
              ? Figure.UNKNOWN
              : decided(objective, 1 - (double) window.inTime / window.ended);
      case "throughput" ->
          length == 0 ? Figure.UNKNOWN : decided(objective, window.answered / length);
      case "goodput" -> length == 0 ? Figure.UNKNOWN : decided(objective, window.inTime / length);
      default -> latency(objective, window, stall);
    };
  }

  private static Figure decided(SloSpec objective, double observed) {
    boolean met =
        objective.comparison() == Comparison.BELOW
            ? observed < objective.bound()
            : observed > objective.bound();
    return new Figure(met ? SloOutcome.PASSED : SloOutcome.FAILED, observed, null);
  }

  private static Figure latency(SloSpec objective, Second window, Stall stall) {
    boolean counts = stall.nanos > objective.bound();
    long unanswered = window.unanswered + (counts ? stall.pending : 0);
    long total = window.shown.getTotalCount() + unanswered;
    String metric = objective.metric();
    boolean isMean = metric.equals("mean");
    double quantile = isMean || metric.equals("max") ? 1 : Latencies.quantile(metric);
    // Unanswered operations rank above all others, and make a mean infinite.
    boolean isAbove = isMean ? unanswered > 0 : isAmong(quantile, total, unanswered);
    if (isAbove && (counts || unanswered >= SUPPORT || quantile == 1)) {
      long above = window.unanswered > 0 ? stall.timeoutNanos : 0;
      return new Figure(
          objective.comparison() == Comparison.BELOW ? SloOutcome.FAILED : SloOutcome.PASSED,
          null,
          (double) Math.max(counts ? stall.nanos : 0, above));
    }
    Double observed = Latencies.named(Latencies.of(window.shown, unanswered, 0), metric);
    return observed == null ? Figure.UNKNOWN : decided(objective, observed);
  }

  private static boolean isAmong(double quantile, long total, long unanswered) {
    return Math.ceil(quantile * total - 1e-9) > total - unanswered;
  }
}
