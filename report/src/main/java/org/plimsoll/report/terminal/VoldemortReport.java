package org.plimsoll.report.terminal;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;

/**
 * Renders a summary in the format of Voldemort's performance tool: lines of a name in brackets, a
 * tab, and a figure. Latencies are service times in milliseconds, with up to four decimals;
 * Voldemort's tool prints whole milliseconds. A figure that the tool would print is omitted if
 * Plimsoll does not know it, such as a percentile with too few samples.
 */
public final class VoldemortReport {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String ALL = "all";

  private final DecimalFormat number =
      new DecimalFormat("0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
  private final StringBuilder text = new StringBuilder();

  private VoldemortReport() {}

  /** Renders a summary. With several iterations, the operations of all iterations are added up. */
  public static String of(Summary summary) {
    VoldemortReport report = new VoldemortReport();
    List<Summary.Iteration> iterations = summary.details().iterations();
    if (iterations.isEmpty()) {
      report.benchmark(0, runNanos(summary), answered(summary));
    }
    for (int i = 0; i < iterations.size(); i++) {
      Summary.Iteration each = iterations.get(i);
      report.benchmark(i, each.elapsedNanos(), each.accounting().answered().total());
    }
    summary
        .figures()
        .operations()
        .forEach((name, operation) -> {
          if (!name.equals(ALL)) {
            report.operation(nameOf(name), operation);
          }
        });
    return report.text.toString();
  }

  /** Returns the time until the last operation ended, as the tool measures it. */
  private static long runNanos(Summary summary) {
    return summary.elapsedNanos() + summary.figures().elsewhere().drainNanos();
  }

  /**
   * Returns the number of answers. Answers after the deadline are included, because Voldemort's
   * tool has no deadline.
   */
  private static long answered(Summary summary) {
    return summary.accounting().answered().total() + summary.figures().elsewhere().lateAnswers();
  }

  private static String nameOf(String operation) {
    return switch (operation) {
      case "read" -> "reads";
      case "insert", "update" -> "writes";
      case "delete" -> "deletes";
      case "read-modify-write" -> "transactions";
      default -> operation;
    };
  }

  private void benchmark(int iteration, long nanos, long answered) {
    text.append("======================= iteration = ")
        .append(iteration)
        .append(" ======================================\n");
    line("benchmark", "RunTime(ms)", String.valueOf(TimeUnit.NANOSECONDS.toMillis(nanos)));
    line(
        "benchmark",
        "Throughput(ops/sec)",
        number.format(answered * NANOS_PER_SECOND / Math.max(1, nanos)));
  }

  private void operation(String name, Summary.OperationSummary operation) {
    Latency latency = operation.serviceNanos();
    long found = operation.counts().found();
    line(name, "Operations", String.valueOf(operation.counts().answered()));
    if (latency.mean() != null) {
      line(name, "Average(ms)", number.format(latency.mean() / NANOS_PER_MILLI));
    }
    millis(name, "Min(ms)", latency.min());
    millis(name, "Max(ms)", latency.max());
    millis(name, "Median(ms)", latency.percentiles().p50());
    millis(name, "95th(ms)", latency.percentiles().p95());
    millis(name, "99th(ms)", latency.percentiles().p99());
    // As in the tool, a read that finds no row is an error.
    long failed =
        operation.counts().notFound()
            + operation.failures().values().stream().mapToLong(Long::longValue).sum();
    if (found > 0) {
      line(name, "Return", "Ok\t" + found);
    }
    if (failed > 0) {
      line(name, "Return", "Error\t" + failed);
    }
  }

  private void millis(String name, String measurement, @Nullable Long nanos) {
    if (nanos != null) {
      line(name, measurement, number.format(nanos / NANOS_PER_MILLI));
    }
  }

  private void line(String name, String measurement, String value) {
    text.append('[').append(name).append("]\t").append(measurement).append(": ").append(value);
    text.append('\n');
  }
}
