package org.plimsoll.analysis.tune;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Stress;

/** Reads the figure of one objective from a step. */
final class Gauge {
  private final SloSpec slo;
  private final boolean closed;
  private final Kind kind;

  /** The kinds of objectives. */
  enum Kind {
    /** A percentile, judged by the share of operations that took longer than the bound. */
    SLOWER,
    /** The share of operations that did not succeed. */
    ERRORS,
    /** The mean of all operations. */
    MEAN,
    /** A number of events: the maximum, and counters of a driver. */
    EVENTS,
    /** Throughput in operations per second; judged only if the load requests at least as much. */
    THROUGHPUT,
    /** A figure of the target's telemetry. */
    SERIES
  }

  /**
   * The cumulative value of an objective's figure.
   *
   * @param bad number of violations, or the sum of a mean
   * @param total number of samples
   * @param scheduled operations that were due
   * @param ended operations that ended
   */
  record Value(double bad, double total, long scheduled, long ended) {
    Value minus(Value before) {
      return new Value(
          bad - before.bad,
          total - before.total,
          scheduled - before.scheduled,
          ended - before.ended);
    }
  }

  static final Value NOTHING = new Value(0, 0, 0, 0);

  Gauge(SloSpec slo, boolean closed) {
    this.slo = slo;
    this.closed = closed;
    this.kind =
        switch (slo.isOnTelemetry() ? SloSpec.TELEMETRY : slo.metric()) {
          case SloSpec.TELEMETRY -> Kind.SERIES;
          case "errors" -> Kind.ERRORS;
          case "mean" -> Kind.MEAN;
          case "throughput", "goodput" -> Kind.THROUGHPUT;
          case "max" -> Kind.EVENTS;
          default -> slo.driverCounter() == null ? Kind.SLOWER : Kind.EVENTS;
        };
  }

  SloSpec slo() {
    return slo;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the share or mean at the bound. */
  double allowed() {
    return switch (kind) {
      case SLOWER -> 1 - Latencies.quantile(slo.metric());
      case ERRORS, MEAN -> slo.bound();
      case EVENTS -> slo.metric().equals("max") ? 1 : slo.bound();
      case THROUGHPUT, SERIES -> 1;
    };
  }

  /** Returns the bound of a latency, in nanoseconds; 0 for other objectives. */
  long boundNanos() {
    return kind == Kind.SLOWER || slo.metric().equals("max") ? (long) slo.bound() : 0;
  }

  Value read(Map<OperationType, Totals> byType, Map<String, Long> counters) {
    Totals totals = totals(byType);
    long scheduled = totals.count(Counter.SCHEDULED);
    long ended = totals.ended();
    Histogram times = closed ? totals.service() : totals.response();
    double censored = totals.censored();
    return switch (kind) {
      case SLOWER ->
          new Value(slower(times) + censored, totals.answered() + censored, scheduled, ended);
      case ERRORS -> new Value(ended - totals.answered(), ended, scheduled, ended);
      case MEAN -> new Value(sum(times), times.getTotalCount(), scheduled, ended);
      case THROUGHPUT -> {
        long late = slo.metric().equals("goodput") ? 0 : totals.count(Counter.LATE);
        yield new Value(0, totals.answeredWithin() + late, scheduled, ended);
      }
      case SERIES -> new Value(0, totals.answered(), scheduled, ended);
      case EVENTS -> {
        String counter = slo.driverCounter();
        double events =
            counter == null ? slower(times) + censored : counters.getOrDefault(counter, 0L);
        yield new Value(events, totals.answered(), scheduled, ended);
      }
    };
  }

  /** Returns the stress of a telemetry figure; unknown if no source reported it. */
  Stress stress(Map<String, SeriesFigures> series) {
    boolean isBelow = slo.comparison() == SloSpec.Comparison.BELOW;
    Double observed = SeriesFigures.bounded(series, slo.metric(), isBelow);
    if (observed == null) {
      return Stress.UNKNOWN;
    }
    // The bound may be 0, and any figure may be negative.
    boolean met = isBelow ? observed < slo.bound() : observed > slo.bound();
    double share = isBelow ? observed / slo.bound() : slo.bound() / observed;
    boolean isConsistent = Double.isFinite(share) && share >= 0 && share < 1 == met;
    double stress = isConsistent ? share : met ? 0 : 2;
    return new Stress(stress, stress, stress);
  }

  private Totals totals(Map<OperationType, Totals> byType) {
    if (slo.operation().equals("all")) {
      return PhaseRecorder.sum(byType);
    }
    return byType.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(slo.operation()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(Totals::new);
  }

  /** Returns the number of operations above the bound, to the histogram's precision of 0.1 %. */
  private double slower(Histogram times) {
    long above = times.nextNonEquivalentValue((long) slo.bound());
    return above > times.getMaxValue() || times.getTotalCount() == 0
        ? 0
        : times.getCountBetweenValues(above, times.getMaxValue());
  }

  private static double sum(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() * times.getTotalCount();
  }
}
