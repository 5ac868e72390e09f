package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.statistics.SteadySeries;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Spread;
import org.plimsoll.result.SteadyState;
import org.plimsoll.result.Summary.Finding;

/** Determines whether a measurement was in steady state. */
final class Steadiness {
  /** The maximum number of reported change points. */
  private static final int CHANGES_TOLD = 20;

  private static final List<String> FIGURES = List.of("throughputPerSecond", "p50", "p99");
  private static final long SHORTEST_NANOS = 500_000_000;

  /** Relative difference above which a rate change counts as intended. */
  private static final double RATE_CHANGE = 1.01;

  /** Minimum length of a warm-up at the start of the measurement, as a share of the measurement. */
  private static final double LEAK_LEAST = 0.01;

  private static final double LEAK_MOST = 0.2;
  private static final double LEAK_FACTOR = 1.5;

  private final SteadySeries series = new SteadySeries(FIGURES);
  private long beginNanos = -1;
  private long endNanos;
  private double leastRate = Double.POSITIVE_INFINITY;
  private double mostRate;

  /** Adds a second. Seconds outside of the measurement are ignored. */
  void add(Interval interval) {
    Interval.OperationInterval all = interval.figures().operations().get("all");
    if (interval.window().phase() != Phase.MEASURE
        || interval.window().lengthNanos() < SHORTEST_NANOS
        || all == null) {
      return;
    }
    Interval.Percentiles times =
        all.responseNanos().count() > 0 ? all.responseNanos() : all.serviceNanos();
    long startNanos = interval.window().startNanos();
    beginNanos = beginNanos < 0 ? startNanos : beginNanos;
    endNanos = interval.window().atNanos();
    leastRate = Math.min(leastRate, interval.figures().targetPerSecond());
    mostRate = Math.max(mostRate, interval.figures().targetPerSecond());
    if (times.count() > 0 && interval.figures().throughputPerSecond() > 0) {
      series.add(
          startNanos,
          interval.figures().throughputPerSecond(),
          (double) Math.max(1, times.p50()),
          (double) Math.max(1, times.p99()));
    }
  }

  /** Returns the steady state; empty if the measurement has no seconds. */
  Optional<SteadyState> state() {
    if (beginNanos < 0) {
      return Optional.empty();
    }
    Map<String, Spread> spread = new LinkedHashMap<>();
    series
        .sorted()
        .forEach((name, sorted) -> {
          if (sorted.length > 0) {
            spread.put(name, Spreads.of(sorted));
          }
        });
    if (mostRate > RATE_CHANGE * leastRate) {
      return Optional.of(new SteadyState("load changed", null, List.of(), spread));
    }
    SteadySeries.Answer answer = series.answer();
    boolean steady = answer.answer().equals("steady");
    return Optional.of(
        new SteadyState(
            answer.answer(),
            steady ? (Long) Math.max(beginNanos, answer.fromNanos()) : null,
            answer.changes().stream()
                .map(change ->
                    new SteadyState.Change(
                        change.figure(), change.atNanos(), change.before(), change.after()))
                .toList(),
            spread));
  }

  /**
   * Returns the finding about a measurement that was not steady from the start; empty if it was, or
   * if this is unknown.
   */
  Optional<Finding> finding() {
    SteadyState state = state().orElse(null);
    if (state == null || state.changes().isEmpty()) {
      return Optional.empty();
    }
    SteadyState.Change first = state.changes().getFirst();
    Long from = state.fromNanos();
    if (from == null) {
      return Optional.of(
          new Finding(
              FindingCode.NEVER_STEADY,
              Severity.INFO,
              "The measure phase was never steady: %s%s."
                  .formatted(
                      first.text(),
                      state.changes().size() == 1
                          ? ""
                          : ", the first of %d changes".formatted(state.changes().size()))));
    }
    boolean leaked = isLeak(state, from);
    return Optional.of(
        new Finding(
            leaked ? FindingCode.WARM_UP_LEAKED : FindingCode.STEADY_LATE,
            leaked ? Severity.SUSPECT : Severity.INFO,
            (leaked
                    ? "The first %.0f s of the measure phase were still warming up: %s. Take a"
                        + " longer --warmup."
                    : "The measure phase was steady only after %.0f s: %s.")
                .formatted((from - beginNanos) / 1e9, first.text())));
  }

  private boolean isLeak(SteadyState state, long fromNanos) {
    double share = (double) (fromNanos - beginNanos) / Math.max(1, endNanos - beginNanos);
    return share >= LEAK_LEAST
        && share <= LEAK_MOST
        && state.changes().stream()
            .filter(change -> change.figure().startsWith("p"))
            .findFirst()
            .filter(change -> change.before() > LEAK_FACTOR * change.after())
            .isPresent();
  }

  /** Reports the change points as events at their times. */
  static void tell(@Nullable SteadyState state, RunEvents events, RunOrigin origin) {
    if (state != null) {
      state.changes().stream()
          .limit(CHANGES_TOLD)
          .forEach(change ->
              events.eventAt(
                  origin.startNanos() + change.atNanos(), EventKind.CHANGE, change.text()));
    }
  }
}
