package org.plimsoll.server.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;

/** Computes the figures of a row of the catalogue. */
final class Rows {
  private Rows() {}

  /**
   * The 99th percentile of response times, or of service times if there are none.
   *
   * @param nanos percentile in nanoseconds; null if unknown
   * @param aboveNanos lower bound, if the percentile falls among unanswered operations; null
   *     otherwise
   */
  record P99(@Nullable Long nanos, @Nullable Long aboveNanos) {
    static final P99 NONE = new P99(null, null);

    static P99 of(Summary summary) {
      Summary.OperationSummary all = summary.figures().operations().get("all");
      if (all == null) {
        return NONE;
      }
      Latency response = all.responseNanos();
      return of(response == null ? all.serviceNanos() : response);
    }

    static P99 of(Latency latency) {
      boolean isCensored = latency.missing().censored().contains("p99");
      return new P99(
          latency.percentiles().p99(), isCensored ? latency.missing().censoredAboveNanos() : null);
    }

    /**
     * Returns the percentile of a run without a summary, which is live or was killed.
     *
     * @param timeoutNanos the minimum time of unanswered operations
     */
    static P99 of(Interval interval, @Nullable Long timeoutNanos) {
      Interval.OperationInterval all = interval.figures().operations().get("all");
      if (all == null) {
        return NONE;
      }
      boolean isOpen = all.responseNanos().count() > 0 || all.unanswered() > all.timedOut();
      Interval.Percentiles shown = isOpen ? all.responseNanos() : all.serviceNanos();
      long unanswered = isOpen ? all.unanswered() : all.timedOut();
      if (shown.isCensored(0.99, unanswered)) {
        return new P99(null, timeoutNanos);
      }
      return shown.count() == 0 ? NONE : new P99(shown.p99(), null);
    }
  }

  /** Returns the figures of a run with a summary. */
  static RunRow.Figures figures(Summary summary) {
    P99 p99 = P99.of(summary);
    return new RunRow.Figures(
        summary.figures().load().targetPerSecond(),
        summary.figures().throughputPerSecond(),
        p99.nanos(),
        p99.aboveNanos(),
        summary.accounting().errorShare());
  }

  /**
   * Returns the figures of a live run.
   *
   * @param last last interval of the run; null before the first one
   * @param timeoutNanos the minimum time of unanswered operations
   */
  static RunRow.Figures figures(@Nullable Interval last, long timeoutNanos) {
    if (last == null) {
      return new RunRow.Figures(null, null, null, null, null);
    }
    P99 p99 = P99.of(last, timeoutNanos);
    double target = last.figures().targetPerSecond();
    return new RunRow.Figures(
        target == 0 ? null : (Double) target,
        last.figures().throughputPerSecond(),
        p99.nanos(),
        p99.aboveNanos(),
        last.figures().accounting().errorShare());
  }
}
