package org.plimsoll.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * A service level objective, such as {@code read.p99<10ms}, {@code errors<0.1%} or {@code
 * throughput>9.5k}.
 *
 * @param text as given
 * @param operation {@code all}, {@code staleness}, {@code consistency} or an operation; prefixed by
 *     a scenario and a slash if it applies to that scenario only: {@code checkout/read}
 * @param metric {@code mean p50 p90 p95 p99 p999 p9999 max} (of response time; of service time in a
 *     closed load), {@code errors} (share of operations that did not succeed, 0 to 1), {@code
 *     throughput} (answers per second), {@code goodput} (answers in time per second), {@code
 *     driver.NAME} (a counter of the driver), {@code lost-writes} (keys) or {@code stale-reads}
 *     (share of the judged reads)
 * @param bound nanoseconds, a share, operations per second, or a number
 */
public record SloSpec(
    String text, String operation, String metric, Comparison comparison, double bound) {
  /** Which side of the bound meets the objective. */
  public enum Comparison {
    BELOW,
    ABOVE
  }

  /** The operation name of objectives about consistency only. */
  public static final String CONSISTENCY = "consistency";

  private static final String DRIVER = "driver.";

  private static final String HIT_RATIO = "-hit-ratio";

  /** The driver's counter that the objective bounds; null for other metrics. */
  public @Nullable String driverCounter() {
    return metric.startsWith(DRIVER) ? metric.substring(DRIVER.length()) : null;
  }

  /** Whether a metric is the hit ratio that derives from a driver's hits and misses. */
  public static boolean isHitRatio(String metric) {
    return metric.startsWith(DRIVER) && metric.endsWith(HIT_RATIO);
  }
}
