package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;

/**
 * Writes the intervals of a run as CSV, one line for each interval and operation. New columns are
 * only ever added at the end.
 */
public final class IntervalCsv implements Closeable {
  private static final String HEADER =
      "seconds,phase,validity,operation,target_per_second,throughput_per_second,response_p50_nanos,"
          + "response_p99_nanos,response_p999_nanos,response_max_nanos,service_p50_nanos,"
          + "service_p99_nanos,service_p999_nanos,service_max_nanos,failed,timed_out,not_sent,"
          + "shed,errors,error_share,response_min_nanos,response_mean_nanos,response_p90_nanos,"
          + "response_p95_nanos,service_min_nanos,service_mean_nanos,service_p90_nanos,"
          + "service_p95_nanos\n";

  private static final String INFINITE = "inf";
  private static final double NANOS_PER_SECOND = 1e9;

  private final Writer out;

  /** Creates a writer; closing it leaves the stream open. */
  public IntervalCsv(OutputStream out) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
  }

  /**
   * Writes a run folder.
   *
   * @param everyNanos length of an interval, in whole seconds from 1 s to 60 s; longer intervals
   *     are written unchanged where the folder has no shorter ones
   * @throws IOException if a file cannot be read, or the stream cannot be written
   */
  public void write(Path folder, long everyNanos) throws IOException {
    out.write(HEADER);
    ReportedIntervals intervals = new ReportedIntervals(everyNanos, this::lines);
    try {
      RunReplay.replay(folder, intervals::add);
      intervals.end();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void lines(Interval interval) {
    interval.figures().operations().forEach((name, operation) -> line(interval, name, operation));
  }

  private void line(Interval interval, String name, Interval.OperationInterval operation) {
    boolean isAll = name.equals("all");
    Accounting.Errors errors = interval.figures().accounting().errors();
    double seconds = interval.window().lengthNanos() / NANOS_PER_SECOND;
    double ended = operation.errors() + operation.throughputPerSecond() * seconds;
    try {
      out.write(
          String.format(
              Locale.ROOT,
              "%.3f,%s,%s,%s,%s,%.3f,%s,%s,%s,%d,%s,%s,%s%n",
              interval.window().atNanos() / NANOS_PER_SECOND,
              interval.window().phase(),
              interval.verdict().validity(),
              name,
              isAll ? Double.toString(interval.figures().targetPerSecond()) : "",
              operation.throughputPerSecond(),
              latency(operation.responseNanos(), operation.unanswered()),
              latency(operation.serviceNanos(), operation.timedOut()),
              isAll
                  ? "%d,%d,%d,%d"
                      .formatted(
                          errors.failed(), errors.timedOut(), errors.notSent(), errors.shed())
                  : ",,,",
              operation.errors(),
              ended > 0 ? String.format(Locale.ROOT, "%.6f", operation.errors() / ended) : "",
              more(operation.responseNanos(), operation.unanswered()),
              more(operation.serviceNanos(), operation.timedOut())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns percentiles and maximum as text, with {@code inf} for those that fall among unanswered
   * operations.
   */
  private static String latency(Interval.Percentiles nanos, long unanswered) {
    if (nanos.count() + unanswered == 0) {
      return ",,,";
    }
    return String.join(
        ",",
        at(0.5, nanos.p50(), nanos, unanswered),
        at(0.99, nanos.p99(), nanos, unanswered),
        at(0.999, nanos.p999(), nanos, unanswered),
        unanswered > 0 ? INFINITE : Long.toString(nanos.max()));
  }

  /** Returns minimum, mean, p90 and p95 as text; the mean is empty if it is unknown or infinite. */
  private static String more(Interval.Percentiles nanos, long unanswered) {
    if (nanos.count() + unanswered == 0) {
      return ",,,";
    }
    Interval.More more = nanos.more();
    Double mean = more.mean();
    return String.join(
        ",",
        text(more.min()),
        unanswered > 0 ? INFINITE : mean == null ? "" : Long.toString(Math.round(mean)),
        at(0.9, nanos.p90(), nanos, unanswered),
        at(0.95, more.p95(), nanos, unanswered));
  }

  private static String at(
      double quantile, @Nullable Long value, Interval.Percentiles nanos, long unanswered) {
    return nanos.isCensored(quantile, unanswered) ? INFINITE : text(value);
  }

  private static String text(@Nullable Long value) {
    return value == null ? "" : Long.toString(value);
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
