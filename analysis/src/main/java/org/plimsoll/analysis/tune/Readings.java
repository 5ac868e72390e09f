package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.analysis.statistics.Estimate;
import org.plimsoll.analysis.statistics.RatioBatches;
import org.plimsoll.analysis.statistics.ShareBatches;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Stress;

/**
 * The readings of a step, part by part, and the state of its objectives.
 *
 * <p>While the step is running, an operation that was due longer ago than a latency bound and has
 * not ended has already missed it. The minimum number of such operations follows from two counts:
 * those scheduled until then, minus all that have ended since.
 */
final class Readings {
  /** Share of missed operations above which a part counts as hopeless. */
  private static final double HOPELESS_SHARE = 0.2;

  private static final double HOPELESS_STRESS = 5;
  private static final double LIKELY = 0.99;

  /** Confidence level of an interval. */
  private static final double LEVEL = 0.95;

  private final List<Gauge> gauges;
  private final double level;
  private final boolean closed;
  private final List<Long> atNanos = new ArrayList<>();
  private Map<String, SeriesFigures> series = Map.of();
  private final List<List<Gauge.Value>> values = new ArrayList<>();

  Readings(List<Gauge> gauges, double level, boolean closed) {
    this.gauges = gauges;
    this.level = level;
    this.closed = closed;
  }

  /** The state of one objective. */
  record Judgement(String objective, Stress stress) {
    boolean isBelow() {
      return stress.meets();
    }

    boolean isAbove() {
      return stress.misses();
    }
  }

  /** Sets the present telemetry figures. */
  void series(Map<String, SeriesFigures> soFar) {
    series = soFar;
  }

  /** Returns a sentence about an objective on a series that no source reported; otherwise empty. */
  String unreported() {
    return gauges.stream()
        .filter(gauge -> gauge.kind() == Gauge.Kind.SERIES)
        .filter(gauge -> gauge.stress(series).equals(Stress.UNKNOWN))
        .findFirst()
        .map(gauge -> "no source has reported " + gauge.slo().metric())
        .orElse("");
  }

  void add(long nowNanos, Map<OperationType, Totals> totals, Map<String, Long> counters) {
    atNanos.add(nowNanos);
    values.add(gauges.stream().map(gauge -> gauge.read(totals, counters)).toList());
  }

  /**
   * Judges all objectives.
   *
   * @param isLive whether operations may still be in flight
   */
  List<Judgement> judge(boolean isLive) {
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < gauges.size(); i++) {
      judgements.add(new Judgement(gauges.get(i).slo().text(), stress(i, isLive)));
    }
    return judgements;
  }

  /** Returns the share of parts that missed an objective. */
  double badParts() {
    int parts = values.size() - 1;
    long bad = 0;
    for (int part = 0; part < parts; part++) {
      boolean missed = false;
      for (int i = 0; i < gauges.size(); i++) {
        missed |= partStress(i, part) >= 1;
      }
      bad += missed ? 1 : 0;
    }
    return parts == 0 ? 0 : (double) bad / parts;
  }

  boolean isLastPartHopeless() {
    int part = values.size() - 2;
    for (int i = 0; part >= 0 && i < gauges.size(); i++) {
      Gauge gauge = gauges.get(i);
      boolean isShare = gauge.kind() == Gauge.Kind.SLOWER || gauge.kind() == Gauge.Kind.ERRORS;
      double stress = partStress(i, part);
      if (isShare && stress > HOPELESS_STRESS && stress * gauge.allowed() > HOPELESS_SHARE) {
        return true;
      }
    }
    return false;
  }

  double answered() {
    return values.getLast().stream().mapToDouble(Gauge.Value::total).max().orElse(0);
  }

  private double partStress(int gaugeIndex, int part) {
    Gauge gauge = gauges.get(gaugeIndex);
    Gauge.Value value =
        values.get(part + 1).get(gaugeIndex).minus(values.get(part).get(gaugeIndex));
    double overdue = overdue(gaugeIndex, part + 1);
    double seconds = (atNanos.get(part + 1) - atNanos.get(part)) / 1e9;
    return switch (gauge.kind()) {
      case THROUGHPUT -> throughput(gauge, value.total() / seconds);
      case SERIES -> gauge.stress(series).value();
      case EVENTS -> (value.bad() + overdue) / gauge.allowed();
      case SLOWER, ERRORS, MEAN -> {
        double total = value.total() + overdue;
        yield total > 0 ? (value.bad() + overdue) / total / gauge.allowed() : 0;
      }
    };
  }

  private Stress stress(int gaugeIndex, boolean isLive) {
    Gauge gauge = gauges.get(gaugeIndex);
    Gauge.Value all = values.getLast().get(gaugeIndex).minus(values.getFirst().get(gaugeIndex));
    double overdue = isLive ? overdue(gaugeIndex, values.size() - 1) : 0;
    return switch (gauge.kind()) {
      case THROUGHPUT -> {
        double seconds = (atNanos.getLast() - atNanos.getFirst()) / 1e9;
        double stress = throughput(gauge, all.total() / seconds);
        yield new Stress(stress, stress, stress);
      }
      case SERIES -> gauge.stress(series);
      case EVENTS -> {
        double stress = (all.bad() + overdue) / gauge.allowed();
        yield new Stress(stress, stress, stress);
      }
      case SLOWER, ERRORS, MEAN -> interval(gauge, gaugeIndex, overdue);
    };
  }

  /**
   * Returns the stress of a throughput objective. Only a load that requests at least the bound can
   * miss it.
   */
  private double throughput(Gauge gauge, double perSecond) {
    boolean isAsked = closed || level * LIKELY > gauge.slo().bound();
    return isAsked ? gauge.slo().bound() / Math.max(perSecond, 1e-9) : 0;
  }

  /**
   * Returns the stress of a percentile objective with its interval. A percentile is above its bound
   * if more than a share {@code 1 − p} of operations took longer. A share is a mean, so no batch
   * needs its own percentile.
   */
  private Stress interval(Gauge gauge, int gaugeIndex, double overdue) {
    boolean isMean = gauge.kind() == Gauge.Kind.MEAN;
    ShareBatches shares = new ShareBatches();
    RatioBatches means = new RatioBatches();
    double bad = 0;
    double total = 0;
    for (int i = 1; i < values.size(); i++) {
      Gauge.Value value = values.get(i).get(gaugeIndex).minus(values.get(i - 1).get(gaugeIndex));
      double extra = i == values.size() - 1 && !isMean ? overdue : 0;
      bad += value.bad() + extra;
      total += value.total() + extra;
      if (isMean) {
        means.add(value.bad(), value.total());
      } else {
        shares.add(Math.round(value.bad() + extra), Math.round(value.total() + extra));
      }
    }
    if (!(total > 0)) {
      return Stress.UNKNOWN;
    }
    Estimate estimate = isMean ? means.mean(LEVEL) : shares.share(LEVEL);
    if (bad == 0 && gauge.slo().isDefault()) {
      // The user did not request this objective, so it must not make a trial longer.
      return new Stress(0, 0, 0);
    }
    double share = bad / total / gauge.allowed();
    return switch (estimate) {
      case Estimate.Bounds bounds ->
          new Stress(share, bounds.low() / gauge.allowed(), bounds.high() / gauge.allowed());
      case Estimate.Insufficient _ -> new Stress(share, 0, Double.POSITIVE_INFINITY);
    };
  }

  /**
   * Returns the minimum number of operations that, at a reading, were overdue by more than the
   * bound.
   */
  private double overdue(int gaugeIndex, int reading) {
    long boundNanos = gauges.get(gaugeIndex).boundNanos();
    if (boundNanos == 0) {
      return 0;
    }
    long dueNanos = atNanos.get(reading) - boundNanos;
    for (int i = reading; i >= 0; i--) {
      if (atNanos.get(i) - dueNanos <= 0) {
        long scheduled = values.get(i).get(gaugeIndex).scheduled();
        return Math.max(0, scheduled - values.get(reading).get(gaugeIndex).ended());
      }
    }
    return 0;
  }
}
