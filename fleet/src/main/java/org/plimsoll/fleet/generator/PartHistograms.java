package org.plimsoll.fleet.generator;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.result.LoggedHistograms;
import org.plimsoll.run.second.SecondSum;

/**
 * Writes the latencies of this node to {@code part.hlog} in the run folder. The file is an interval
 * log of HdrHistogram 1.3 with the unit and the tags of {@code hlog/}. If there are several
 * scenarios, it also has their tags. Each line covers ten minutes of a tag, or less at the end of a
 * phase. If no second was lost, the sum over all nodes equals that in {@code hlog/}, bucket by
 * bucket. Not thread-safe.
 */
final class PartHistograms {
  static final String NAME = "part.hlog";

  private static final long CELL_NANOS = 600_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PartLines lines = new PartLines(NAME);
  private final Map<String, Histogram> nanosByTag = new TreeMap<>();
  private long startNanos;
  private boolean begun;

  /** Sets the run folder when it exists. */
  void in(Path folder) {
    lines.in(folder);
  }

  /**
   * Adds the period of a line in {@link PartFile}.
   *
   * @param fromNanos start of the period, since the start of the run
   * @param toNanos end of the period
   */
  void add(SecondSum sum, long fromNanos, long toNanos) {
    if (nanosByTag.isEmpty()) {
      startNanos = fromNanos;
    }
    sum.scenarios()
        .forEach((name, its) -> {
          String path = name.equals(ScenarioSpec.ONLY) ? "" : name + "/";
          Map<OperationType, Totals> totals = its.totals();
          Totals all = PhaseRecorder.sum(totals);
          add(path + "all", all);
          add(path + "dispatch-lag", all.lag());
          totals.forEach((type, each) -> {
            add(path + type.name(), each);
            each.steps().forEach((step, of) -> add(path + type.name() + "/" + step, of));
          });
        });
    if (toNanos - startNanos >= CELL_NANOS) {
      end(toNanos);
    }
  }

  private void add(String tag, Totals totals) {
    add(tag + "/response", totals.response());
    add(tag + "/service", totals.service());
  }

  private void add(String tag, Histogram nanos) {
    if (nanos.getTotalCount() > 0) {
      nanosByTag
          .computeIfAbsent(tag, _ -> new Histogram(LoggedHistograms.SIGNIFICANT_DIGITS))
          .add(nanos);
    }
  }

  /** Writes the data since the last line. */
  void end(long atNanos) {
    if (nanosByTag.isEmpty()) {
      return;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(bytes);
    if (!begun) {
      begun = true;
      writer.outputComment("[Values in microseconds, times in seconds of the run]");
      writer.outputLogFormatVersion();
      writer.outputLegend();
    }
    nanosByTag.forEach((tag, nanos) -> {
      Histogram micros = LoggedHistograms.toMicros(nanos);
      micros.setTag(LoggedHistograms.safeTag(tag));
      writer.outputIntervalHistogram(
          startNanos / NANOS_PER_SECOND,
          atNanos / NANOS_PER_SECOND,
          micros,
          LoggedHistograms.MAX_VALUE_UNIT_RATIO);
    });
    writer.close();
    nanosByTag.clear();
    lines.add(bytes.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
