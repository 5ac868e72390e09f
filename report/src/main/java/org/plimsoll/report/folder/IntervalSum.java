package org.plimsoll.report.folder;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Rates;

/**
 * Merges two intervals to one. Counts are added. A percentile becomes the worse of the two, never a
 * mean. Rates are weighted by length for successive intervals, and added for intervals of the same
 * time.
 */
public final class IntervalSum {
  private IntervalSum() {}

  /**
   * The weights of the rates of two intervals.
   *
   * @param together whether the intervals cover the same time
   */
  private record Weights(double a, double b, boolean together) {
    double sum(double ofA, double ofB) {
      return ofA * a + ofB * b;
    }

    int level(int ofA, int ofB) {
      return together ? ofA + ofB : Math.max(ofA, ofB);
    }

    /** Returns a share of both. Shares of several machines at the same time are not added. */
    double share(double ofA, double ofB) {
      return together ? Math.max(ofA, ofB) : sum(ofA, ofB);
    }
  }

  /** Returns the sum of an interval and the interval that follows it. */
  public static Interval of(Interval a, Interval b) {
    long length = a.window().lengthNanos() + b.window().lengthNanos();
    double weight = length == 0 ? 0.5 : (double) a.window().lengthNanos() / (double) length;
    Interval.Window window = new Interval.Window(b.window().atNanos(), length, b.window().phase());
    return sum(a, b, window, new Weights(weight, 1 - weight, false));
  }

  /** Returns the sum of an interval and one that adds to it. */
  public static Interval with(Interval a, Interval late) {
    double share = (double) late.window().lengthNanos() / Math.max(1, a.window().lengthNanos());
    return sum(a, late, a.window(), new Weights(1, share, true));
  }

  private static Interval sum(Interval a, Interval b, Interval.Window window, Weights weights) {
    Interval.Health one = a.health();
    Interval.Health other = b.health();
    return new Interval(
        window,
        both(a.figures(), b.figures(), weights),
        worse(a.dispatchLagNanos(), b.dispatchLagNanos()),
        new Interval.Health(
            weights.sum(one.cpuCores(), other.cpuCores()),
            Math.max(one.pauseNanosMax(), other.pauseNanosMax()),
            weights.share(one.stealShare(), other.stealShare()),
            Math.max(one.heapUsedBytes(), other.heapUsedBytes()),
            weights.share(one.pacerWaitShare(), other.pacerWaitShare())),
        scenarios(a, b, weights),
        sum(a.probe(), b.probe(), weights),
        new Interval.Verdict(
            a.verdict().validity().or(b.verdict().validity()),
            Stream.concat(a.verdict().findings().stream(), b.verdict().findings().stream())
                .distinct()
                .toList(),
            weights.together ? a.verdict().target() : b.verdict().target()),
        a.observed().plus(b.observed(), weights.a));
  }

  private static Map<String, Interval.LoadInterval> scenarios(
      Interval a, Interval b, Weights weights) {
    Map<String, Interval.LoadInterval> sums = new LinkedHashMap<>();
    Stream.concat(a.scenarios().keySet().stream(), b.scenarios().keySet().stream())
        .distinct()
        .forEach(name -> {
          Interval.LoadInterval sum =
              sum(a.scenarios().get(name), b.scenarios().get(name), weights);
          if (sum != null) {
            sums.put(name, sum);
          }
        });
    return sums;
  }

  private static Interval.@Nullable LoadInterval sum(
      Interval.@Nullable LoadInterval a, Interval.@Nullable LoadInterval b, Weights weights) {
    return a == null || b == null ? (a == null ? b : a) : both(a, b, weights);
  }

  private static Interval.LoadInterval both(
      Interval.LoadInterval a, Interval.LoadInterval b, Weights weights) {
    return new Interval.LoadInterval(
        weights.sum(a.targetPerSecond(), b.targetPerSecond()),
        Rates.sum(a.rates(), weights.a, b.rates(), weights.b),
        weights.level(a.inFlight(), b.inFlight()),
        weights.level(a.backlog(), b.backlog()),
        a.accounting().plus(b.accounting()),
        sum(a.failures(), b.failures()),
        sum(a.operations(), b.operations(), weights));
  }

  private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
    Map<String, Long> sums = new TreeMap<>(a);
    b.forEach((code, count) -> sums.merge(code, count, Long::sum));
    return sums;
  }

  private static Map<String, Interval.OperationInterval> sum(
      Map<String, Interval.OperationInterval> a,
      Map<String, Interval.OperationInterval> b,
      Weights weights) {
    Map<String, Interval.OperationInterval> sums = new HashMap<>();
    a.forEach((name, o) -> sums.put(name, sum(o, NONE, weights)));
    b.forEach((name, o) -> sums.put(name, sum(a.getOrDefault(name, NONE), o, weights)));
    return sums;
  }

  private static final Interval.Percentiles NO_PERCENTILES =
      new Interval.Percentiles(0, 0, 0, 0, 0, 0);
  private static final Interval.OperationInterval NONE =
      new Interval.OperationInterval(0, NO_PERCENTILES, NO_PERCENTILES);

  private static Interval.OperationInterval sum(
      Interval.OperationInterval a, Interval.OperationInterval b, Weights weights) {
    return new Interval.OperationInterval(
        weights.sum(a.throughputPerSecond(), b.throughputPerSecond()),
        worse(a.responseNanos(), b.responseNanos()),
        worse(a.serviceNanos(), b.serviceNanos()),
        a.unanswered() + b.unanswered(),
        a.timedOut() + b.timedOut(),
        a.errors() + b.errors());
  }

  private static Interval.Percentiles worse(Interval.Percentiles a, Interval.Percentiles b) {
    return new Interval.Percentiles(
        a.count() + b.count(),
        Math.max(a.p50(), b.p50()),
        Math.max(a.p90(), b.p90()),
        Math.max(a.p99(), b.p99()),
        Math.max(a.p999(), b.p999()),
        Math.max(a.max(), b.max()),
        more(a, b));
  }

  /**
   * Returns minimum and mean of both intervals. Unlike percentiles, they can be computed exactly.
   */
  private static Interval.More more(Interval.Percentiles a, Interval.Percentiles b) {
    if (a.count() == 0 || b.count() == 0) {
      return a.count() == 0 ? b.more() : a.more();
    }
    Long minA = a.more().min();
    Long minB = b.more().min();
    Double meanA = a.more().mean();
    Double meanB = b.more().mean();
    Long p95A = a.more().p95();
    Long p95B = b.more().p95();
    return new Interval.More(
        minA == null || minB == null ? null : (Long) Math.min(minA, minB),
        meanA == null || meanB == null
            ? null
            : (Double) mean(meanA, meanB, (double) a.count() / (a.count() + b.count())),
        p95A == null || p95B == null ? null : (Long) Math.max(p95A, p95B));
  }

  private static double mean(double a, double b, double weightOfA) {
    return a * weightOfA + b * (1 - weightOfA);
  }
}
