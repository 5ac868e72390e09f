package org.plimsoll.analysis.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.TuneResult.KneeResult;

/**
 * Finds the knee of a latency-throughput curve, where it turns upwards. Kneedle (Satopaa, Albrecht,
 * Irwin, Raghavan: Finding a "Kneedle" in a Haystack, 2011) scales both axes to [0, 1] and takes
 * the point farthest below the diagonal. It depends on the ends of the curve and on each point, so
 * a bootstrap over the points gives an interval. Kleinrock's power (Power and Deterministic Rules
 * of Thumb, 1979) is throughput divided by mean latency; its maximum needs no scale.
 */
final class Knee {
  private static final int POINTS_MIN = 5;
  private static final int RESAMPLES = 400;

  private Knee() {}

  /** Finds the knee; empty if the curve has fewer than 5 points with a p99 and a mean. */
  public static Optional<KneeResult> of(List<CurvePoint> curve, long seed) {
    List<CurvePoint> points =
        curve.stream()
            .filter(point ->
                point.latencyNanos().percentiles().p99() != null
                    && point.latencyNanos().mean() != null)
            .sorted(Comparator.comparingDouble(CurvePoint::load))
            .toList();
    CurvePoint knee = kneedle(points);
    if (points.size() < POINTS_MIN || knee == null) {
      return Optional.empty();
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Double> loads = new ArrayList<>();
    for (int i = 0; i < RESAMPLES; i++) {
      CurvePoint[] drawn = new CurvePoint[points.size()];
      Arrays.setAll(drawn, _ -> points.get(random.nextInt(points.size())));
      Arrays.sort(drawn, Comparator.comparingDouble(CurvePoint::load));
      CurvePoint resampled = kneedle(List.of(drawn));
      if (resampled != null) {
        loads.add(resampled.load());
      }
    }
    loads.sort(Comparator.naturalOrder());
    double power =
        points.stream()
            .max(Comparator.comparingDouble(point -> point.throughputPerSecond() / mean(point)))
            .orElseThrow()
            .load();
    double low = loads.isEmpty() ? knee.load() : loads.get((int) (0.05 * loads.size()));
    double high = loads.isEmpty() ? knee.load() : loads.get((int) (0.95 * loads.size()));
    return Optional.of(new KneeResult(knee.load(), low, high, power));
  }

  private static @Nullable CurvePoint kneedle(List<CurvePoint> points) {
    if (points.isEmpty()) {
      return null;
    }
    double fromX = points.getFirst().load();
    double toX = points.getLast().load();
    double fromY = points.stream().mapToDouble(Knee::p99).min().orElse(0);
    double toY = points.stream().mapToDouble(Knee::p99).max().orElse(0);
    if (!(toX > fromX) || !(toY > fromY)) {
      return null;
    }
    return points.stream()
        .max(
            Comparator.comparingDouble(point ->
                (point.load() - fromX) / (toX - fromX) - (p99(point) - fromY) / (toY - fromY)))
        .orElse(null);
  }

  private static double p99(CurvePoint point) {
    Long nanos = point.latencyNanos().percentiles().p99();
    return nanos == null ? Double.NaN : nanos;
  }

  private static double mean(CurvePoint point) {
    Double nanos = point.latencyNanos().mean();
    return nanos == null ? Double.NaN : nanos;
  }
}
