package org.plimsoll.server.run;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.Summary;

/** The figures of a row. */
final class Rows {
  private Rows() {}

  /** Of response times, or of service times where there are none. */
  static @Nullable Long p99(Summary summary) {
    Summary.OperationSummary all = summary.operations().get("all");
    if (all == null) {
      return null;
    }
    Summary.Latency response = all.responseNanos();
    return response == null ? all.serviceNanos().p99() : response.p99();
  }

  static @Nullable Long p99(Interval interval) {
    Interval.OperationInterval all = interval.operations().get("all");
    if (all == null) {
      return null;
    }
    boolean isOpen = all.responseNanos().count() > 0;
    Interval.Percentiles shown = isOpen ? all.responseNanos() : all.serviceNanos();
    long unanswered = isOpen ? all.unanswered() : all.timedOut();
    return shown.count() == 0 || shown.isCensored(0.99, unanswered) ? null : (Long) shown.p99();
  }

  static @Nullable Double errorShare(@Nullable Interval interval) {
    return interval == null ? null : errorShare(interval.accounting());
  }

  /** Operations that ended badly, of all that ended. */
  static @Nullable Double errorShare(Summary.Accounting accounting) {
    long bad =
        accounting.failed() + accounting.timedOut() + accounting.notSent() + accounting.shed();
    long ended = bad + accounting.succeeded() + accounting.notFound();
    return ended == 0 ? null : (Double) ((double) bad / ended);
  }
}
