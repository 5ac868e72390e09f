package org.plimsoll.engine.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service level objective, such as {@code read.p99<10ms}, {@code errors<0.1%} or {@code
 * throughput>9.5k}.
 *
 * @param text the objective as given by the user
 * @param operation {@code all}, {@code staleness}, {@code consistency}, {@code telemetry} or an
 *     operation; prefixed by a scenario and a slash if it applies to that scenario only: {@code
 *     checkout/read}
 * @param metric {@code min mean p50 p90 p95 p99 p999 p9999 max} (of response time; of service time
 *     in a closed load), {@code errors} (share of operations that did not succeed, 0 to 1), {@code
 *     throughput} (answers per second), {@code goodput} (answers in time per second), {@code
 *     driver.NAME} (a counter of the driver), {@code driver.NAME.p99} (of a timing of the driver),
 *     {@code lost-writes} (keys), {@code stale-reads} (share of the judged reads), or the name of a
 *     series of the target's telemetry
 * @param bound nanoseconds, a share, operations per second, or a number
 * @param isDefault whether the objective applies by default, as {@link #ERRORS} does
 */
public record SloSpec(
    String text,
    String operation,
    String metric,
    Comparison comparison,
    double bound,
    boolean isDefault) {
  /** The default objective on errors of searches, sweeps and iterations. */
  public static final SloSpec ERRORS =
      new SloSpec("errors<1%", "all", "errors", Comparison.BELOW, 0.01, true);

  /** The side of the bound that meets the objective. */
  public enum Comparison {
    BELOW,
    ABOVE
  }

  /** The operation name of objectives on consistency. */
  public static final String CONSISTENCY = "consistency";

  /** The operation name of objectives on the staleness of reads. */
  public static final String STALENESS = "staleness";

  /** The operation name of objectives on the target's telemetry. */
  public static final String TELEMETRY = "telemetry";

  /** The names of latencies that an objective may bound. */
  public static final Set<String> LATENCIES =
      Set.of("min", "mean", "p50", "p90", "p95", "p99", "p999", "p9999", "max");

  private static final String DRIVER = "driver.";

  private static final String HIT_RATIO = "-hit-ratio";

  /** Creates an objective that was given by the user. */
  public SloSpec(
      String text, String operation, String metric, Comparison comparison, double bound) {
    this(text, operation, metric, comparison, bound, false);
  }

  /** Whether the objective bounds the share of errors. */
  public boolean isOnErrors() {
    return metric.equals("errors");
  }

  /** Whether it bounds a figure of the load, which each part of a measurement has. */
  public boolean isOfLoad() {
    return driverFigure() == null
        && !isOnTelemetry()
        && !operation.equals(CONSISTENCY)
        && !operation.equals(STALENESS);
  }

  /** Whether it bounds a telemetry series of the target, whose name is the metric. */
  public boolean isOnTelemetry() {
    return operation.equals(TELEMETRY);
  }

  /** Returns the objectives, with {@link #ERRORS} at the end if none of them is on errors. */
  public static List<SloSpec> withErrors(List<SloSpec> objectives) {
    if (objectives.stream().anyMatch(SloSpec::isOnErrors)) {
      return objectives;
    }
    List<SloSpec> all = new ArrayList<>(objectives);
    all.add(ERRORS);
    return List.copyOf(all);
  }

  /** Returns the driver's counter that the objective bounds; null for other metrics. */
  public @Nullable String driverCounter() {
    return driverTiming() == null ? driverFigure() : null;
  }

  /** Returns the driver's timing that the objective bounds; null for other metrics. */
  public @Nullable String driverTiming() {
    String figure = driverFigure();
    int dot = figure == null ? -1 : figure.lastIndexOf('.');
    return figure == null || dot < 1 || !LATENCIES.contains(figure.substring(dot + 1))
        ? null
        : figure.substring(0, dot);
  }

  /**
   * Returns the name of the bounded latency, such as {@code p99}, or the metric if it is not a
   * latency.
   */
  public String figure() {
    return driverTiming() == null ? metric : metric.substring(metric.lastIndexOf('.') + 1);
  }

  private @Nullable String driverFigure() {
    return metric.startsWith(DRIVER) ? metric.substring(DRIVER.length()) : null;
  }

  /** Whether a metric is the ratio derived from a driver's counters of hits and misses. */
  public static boolean isHitRatio(String metric) {
    return metric.startsWith(DRIVER) && metric.endsWith(HIT_RATIO);
  }
}
