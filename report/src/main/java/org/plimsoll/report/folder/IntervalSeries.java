package org.plimsoll.report.folder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Rates;

/**
 * Intervals as a bounded number of points. Beyond the bound, adjacent intervals of one phase are
 * merged. Counts are added, rates are weighted by length, and a percentile becomes the worse of the
 * two, never a mean.
 */
public final class IntervalSeries {
  private final int pointsMax;
  private List<Interval> points = new ArrayList<>();
  private long stride = 1;
  private long inLast;

  IntervalSeries(int pointsMax) {
    this.pointsMax = pointsMax;
  }

  void add(Interval interval) {
    if (inLast > 0
        && inLast < stride
        && points.getLast().window().phase() == interval.window().phase()) {
      points.set(points.size() - 1, sum(points.getLast(), interval));
      inLast++;
      return;
    }
    points.add(interval);
    inLast = 1;
    if (points.size() > pointsMax) {
      halve();
    }
  }

  List<Interval> points() {
    return List.copyOf(points);
  }

  private void halve() {
    List<Interval> halved = new ArrayList<>(pointsMax);
    for (int i = 0; i < points.size(); i++) {
      Interval one = points.get(i);
      if (i + 1 < points.size() && one.window().phase() == points.get(i + 1).window().phase()) {
        halved.add(sum(one, points.get(++i)));
      } else {
        halved.add(one);
      }
    }
    points = halved;
    stride *= 2;
    inLast = stride;
  }

  public static Interval sum(Interval a, Interval b) {
    long length = a.window().lengthNanos() + b.window().lengthNanos();
    double weight = length == 0 ? 0.5 : (double) a.window().lengthNanos() / (double) length;
    return new Interval(
        new Interval.Window(b.window().atNanos(), length, b.window().phase()),
        both(a.figures(), b.figures(), weight),
        worse(a.dispatchLagNanos(), b.dispatchLagNanos()),
        new Interval.Health(
            mean(a.health().cpuCores(), b.health().cpuCores(), weight),
            Math.max(a.health().pauseNanosMax(), b.health().pauseNanosMax()),
            mean(a.health().stealShare(), b.health().stealShare(), weight),
            Math.max(a.health().heapUsedBytes(), b.health().heapUsedBytes()),
            mean(a.health().pacerWaitShare(), b.health().pacerWaitShare(), weight)),
        scenarios(a, b, weight),
        sum(a.probe(), b.probe(), weight),
        new Interval.Verdict(
            a.verdict().validity().or(b.verdict().validity()),
            Stream.concat(a.verdict().findings().stream(), b.verdict().findings().stream())
                .distinct()
                .toList(),
            b.verdict().target()),
        a.observed().plus(b.observed(), weight));
  }

  private static Map<String, Interval.LoadInterval> scenarios(
      Interval a, Interval b, double weight) {
    Map<String, Interval.LoadInterval> sums = new LinkedHashMap<>();
    Stream.concat(a.scenarios().keySet().stream(), b.scenarios().keySet().stream())
        .distinct()
        .forEach(name -> {
          Interval.LoadInterval sum = sum(a.scenarios().get(name), b.scenarios().get(name), weight);
          if (sum != null) {
            sums.put(name, sum);
          }
        });
    return sums;
  }

  private static Interval.@Nullable LoadInterval sum(
      Interval.@Nullable LoadInterval a, Interval.@Nullable LoadInterval b, double weight) {
    return a == null || b == null ? (a == null ? b : a) : both(a, b, weight);
  }

  private static Interval.LoadInterval both(
      Interval.LoadInterval a, Interval.LoadInterval b, double weight) {
    return new Interval.LoadInterval(
        mean(a.targetPerSecond(), b.targetPerSecond(), weight),
        Rates.mean(a.rates(), b.rates(), weight),
        Math.max(a.inFlight(), b.inFlight()),
        Math.max(a.backlog(), b.backlog()),
        a.accounting().plus(b.accounting()),
        sum(a.failures(), b.failures()),
        sum(a.operations(), b.operations(), weight));
  }

  private static Map<String, Long> sum(Map<String, Long> a, Map<String, Long> b) {
    Map<String, Long> sums = new TreeMap<>(a);
    b.forEach((code, count) -> sums.merge(code, count, Long::sum));
    return sums;
  }

  private static Map<String, Interval.OperationInterval> sum(
      Map<String, Interval.OperationInterval> a,
      Map<String, Interval.OperationInterval> b,
      double weight) {
    Map<String, Interval.OperationInterval> sums = new HashMap<>();
    a.forEach((name, o) -> sums.put(name, sum(o, NONE, weight)));
    b.forEach((name, o) -> sums.put(name, sum(a.getOrDefault(name, NONE), o, weight)));
    return sums;
  }

  private static final Interval.Percentiles NO_PERCENTILES =
      new Interval.Percentiles(0, 0, 0, 0, 0, 0);
  private static final Interval.OperationInterval NONE =
      new Interval.OperationInterval(0, NO_PERCENTILES, NO_PERCENTILES);

  private static Interval.OperationInterval sum(
      Interval.OperationInterval a, Interval.OperationInterval b, double weight) {
    return new Interval.OperationInterval(
        mean(a.throughputPerSecond(), b.throughputPerSecond(), weight),
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

  /** The mean of both is known, unlike their percentiles. */
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
