package org.plimsoll.server.endpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Summary;

/** Writes the seconds of a run as CSV, one line for each second and operation. */
final class CsvExport implements AutoCloseable {
  private static final String HEADER =
      "seconds,phase,validity,operation,target_per_second,throughput_per_second,response_p50_nanos,"
          + "response_p99_nanos,response_p999_nanos,response_max_nanos,service_p50_nanos,"
          + "service_p99_nanos,service_p999_nanos,service_max_nanos,failed,timed_out,not_sent,"
          + "shed\n";

  private static final String INFINITE = "inf";

  private final Writer out;

  CsvExport(OutputStream out) {
    this.out = new OutputStreamWriter(out, StandardCharsets.UTF_8);
  }

  void write(Path folder) throws IOException {
    out.write(HEADER);
    for (Interval interval : RunReader.read(folder).intervals()) {
      for (Map.Entry<String, Interval.OperationInterval> each :
          interval.figures().operations().entrySet()) {
        write(interval, each.getKey(), each.getValue());
      }
    }
  }

  private void write(Interval interval, String name, Interval.OperationInterval operation)
      throws IOException {
    boolean isAll = name.equals("all");
    Summary.Errors errors = interval.figures().accounting().errors();
    out.write(
        String.format(
            Locale.ROOT,
            "%.3f,%s,%s,%s,%s,%.3f,%s,%s,%s%n",
            interval.window().atNanos() / 1e9,
            interval.window().phase(),
            interval.verdict().validity(),
            name,
            isAll ? Double.toString(interval.figures().targetPerSecond()) : "",
            operation.throughputPerSecond(),
            latency(operation.responseNanos(), operation.unanswered()),
            latency(operation.serviceNanos(), operation.timedOut()),
            isAll
                ? "%d,%d,%d,%d"
                    .formatted(errors.failed(), errors.timedOut(), errors.notSent(), errors.shed())
                : ",,,"));
  }

  /** Percentiles and maximum as text; {@code inf} where one falls among unanswered operations. */
  private static String latency(Interval.Percentiles nanos, long unanswered) {
    if (nanos.count() + unanswered == 0) {
      return ",,,";
    }
    return String.join(
        ",",
        nanos.isCensored(0.5, unanswered) ? INFINITE : Long.toString(nanos.p50()),
        nanos.isCensored(0.99, unanswered) ? INFINITE : Long.toString(nanos.p99()),
        nanos.isCensored(0.999, unanswered) ? INFINITE : Long.toString(nanos.p999()),
        unanswered > 0 ? INFINITE : Long.toString(nanos.max()));
  }

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
