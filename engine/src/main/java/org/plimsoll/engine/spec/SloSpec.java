package org.plimsoll.engine.spec;

/**
 * One objective, such as {@code read.p99<10ms}, {@code errors<0.1%} or {@code throughput>9.5k}.
 *
 * @param text as given
 * @param operation {@code all}, or the operation it speaks of; after the name of a scenario and a
 *     slash if it is of that alone: {@code checkout/read}
 * @param metric {@code mean p50 p90 p95 p99 p999 p9999 max} (of response time; of service time in a
 *     closed load), {@code errors} (share of operations that did not succeed, 0 to 1) or {@code
 *     throughput} (per second)
 * @param bound nanoseconds, a share, or operations per second
 */
public record SloSpec(
    String text, String operation, String metric, Comparison comparison, double bound) {
  /** Which side of the bound is good. */
  public enum Comparison {
    BELOW,
    ABOVE
  }
}
