package org.plimsoll.run;

import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Rates;

/** Converts counts of operations to the form of intervals and summaries. */
final class Accounts {
  private Accounts() {}

  /** Returns the number of operations by the way they ended. */
  static Accounting accounting(Totals totals) {
    return new Accounting(
        totals.count(Counter.SCHEDULED),
        new Accounting.Answered(totals.count(Counter.SUCCEEDED), totals.count(Counter.NOT_FOUND)),
        new Accounting.Errors(
            totals.count(Counter.FAILED),
            totals.count(Counter.TIMED_OUT),
            totals.count(Counter.NOT_SENT),
            totals.count(Counter.SHED)),
        totals.count(Counter.UNFINISHED),
        totals.count(Counter.CLIENT_CACHED));
  }

  /** Returns the offered and answered rates of a phase, without its drain. */
  static Rates rates(Totals totals, double seconds) {
    long inTime = totals.answeredWithin();
    return new Rates(
        totals.count(Counter.SCHEDULED) / seconds,
        (inTime + totals.count(Counter.LATE)) / seconds,
        inTime / seconds,
        (totals.count(Counter.BYTES) - totals.count(Counter.DRAINED_BYTES)) / seconds);
  }

  /** Returns the offered and answered rates of an interval, over all phases. */
  static Rates ratesOfInterval(Totals totals, double seconds, boolean withBytes) {
    return new Rates(
        totals.count(Counter.SCHEDULED) / seconds,
        answeredInInterval(totals) / seconds,
        totals.answered() / seconds,
        withBytes ? (Double) (totals.count(Counter.BYTES) / seconds) : null);
  }

  /** Returns the number of answers that arrived in an interval, in time or late. */
  static long answeredInInterval(Totals totals) {
    return totals.answered() + totals.late();
  }

  /** Returns the number of failed operations by code, including those without an answer. */
  static Map<String, Long> failures(Totals totals) {
    Map<String, Long> failures = new TreeMap<>();
    totals.failures().forEach((code, count) -> addPositive(failures, code, count));
    addPositive(failures, "timeout", totals.count(Counter.TIMED_OUT));
    addPositive(failures, "not-sent", totals.count(Counter.NOT_SENT));
    addPositive(failures, "shed", totals.count(Counter.SHED));
    addPositive(failures, "unfinished", totals.count(Counter.UNFINISHED));
    return failures;
  }

  /** Returns the message of the first failure of each code. */
  static Map<String, String> failureMessages(Totals totals) {
    Map<String, String> messages = new TreeMap<>();
    totals.firstFailures().forEach((code, first) -> messages.put(code, first.message()));
    return messages;
  }

  private static void addPositive(Map<String, Long> failures, String code, long count) {
    if (count > 0) {
      failures.merge(code, count, Long::sum);
    }
  }
}
