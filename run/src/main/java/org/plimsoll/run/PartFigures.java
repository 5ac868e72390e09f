package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.OperationSummary;

/**
 * Converts the measurements of a part of a run to the figures of a summary.
 *
 * @param measured the iteration, or all iterations, to which the part belongs
 */
record PartFigures(Part part, Measured measured) {
  /**
   * Returns the figures of the load.
   *
   * @param operations the figures of its {@link #operations}
   */
  Summary.LoadFigures load(Map<String, OperationSummary> operations) {
    Totals all = part.all();
    return new Summary.LoadFigures(
        requested(),
        Accounts.accounting(all),
        Accounts.rates(all, measured.seconds()),
        new Summary.Elsewhere(all.late(), all.count(Counter.DRAINED), measured.drainNanos()),
        operations,
        Latencies.of(all.lag()),
        waits());
  }

  /** Returns the figures of the operations and their steps by name, and of {@code all}. */
  Map<String, OperationSummary> operations() {
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    boolean scheduled = !part.closed();
    operations.put("all", all());
    part.totals()
        .forEach((type, totals) -> {
          if (totals.count(Counter.SCHEDULED) > 0) {
            operations.put(type.name(), operation(totals, scheduled));
          }
          totals
              .steps()
              .forEach(
                  (step, its) -> operations.put(type.name() + "/" + step, operation(its, false)));
        });
    return operations;
  }

  /** Returns the figures of all operations together. */
  OperationSummary all() {
    return operation(part.all(), !part.closed());
  }

  /**
   * Returns the figures of an operation or a step.
   *
   * @param scheduled whether it has intended starts, and therefore response times
   */
  OperationSummary operation(Totals totals, boolean scheduled) {
    long timeoutNanos = part.load().timeoutNanos();
    long unanswered = totals.count(Counter.TIMED_OUT) + totals.count(Counter.UNFINISHED);
    long failed = totals.count(Counter.FAILED);
    long others = totals.ended() - failed;
    return new OperationSummary(
        new Summary.Counts(
            totals.answered(),
            totals.count(Counter.NOT_FOUND),
            totals.count(Counter.BUFFERED),
            totals.count(Counter.ITEMS),
            totals.count(Counter.ATTEMPTS)),
        Accounts.rates(totals, measured.seconds()).throughputPerSecond(),
        Accounts.failures(totals),
        Accounts.failureMessages(totals),
        scheduled
            ? Latencies.of(totals.response(), totals.censored(), timeoutNanos)
                .withoutFailed(failed, others)
            : null,
        Latencies.of(totals.service(), unanswered, timeoutNanos).withoutFailed(failed, others));
  }

  private Summary.LoadInfo requested() {
    String model = part.load().models().iterator().next().name().toLowerCase(Locale.ROOT);
    return new Summary.LoadInfo(
        part.load().models().size() > 1 ? "mixed" : model,
        part.closed() ? null : (Double) part.load().ratePerSecond(),
        part.load().workers() == 0 ? null : (Integer) part.load().workers());
  }

  private Map<String, Latency> waits() {
    Map<String, Latency> waits = new LinkedHashMap<>();
    part.waiting()
        .byCause()
        .forEach((cause, histogram) -> waits.put(cause, Latencies.of(histogram)));
    return waits;
  }
}
