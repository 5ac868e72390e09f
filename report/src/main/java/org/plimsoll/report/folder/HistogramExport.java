package org.plimsoll.report.folder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.HistogramLogWriter;
import org.plimsoll.result.LoggedHistograms;

/**
 * Writes the histograms of a run as one interval log of HdrHistogram 1.3, in microseconds. Each
 * time is taken from the finest cells that the folder has. Tags are {@code OPERATION/response} and
 * {@code OPERATION/service}.
 */
public final class HistogramExport {
  private HistogramExport() {}

  /**
   * Writes a run folder; the stream stays open.
   *
   * @throws IOException if a file cannot be read
   */
  public static void write(Path folder, OutputStream out) throws IOException {
    List<LogPart> parts =
        LogPart.in(folder.resolve(RunFolder.HLOG)).stream()
            .sorted(Comparator.comparingLong(LogPart::startSecond))
            .toList();
    HistogramLogWriter writer = new HistogramLogWriter(out);
    long startedAtMillis = RunReader.startedAtMillis(folder);
    writer.outputComment("[Values in microseconds]");
    writer.outputLogFormatVersion();
    writer.outputBaseTime(startedAtMillis);
    writer.outputStartTime(startedAtMillis);
    writer.outputLegend();
    for (LogPart part : parts) {
      part.forEachHistogram(micros ->
          writer.outputIntervalHistogram(
              micros.getStartTimeStamp() / 1e3,
              micros.getEndTimeStamp() / 1e3,
              micros,
              LoggedHistograms.MAX_VALUE_UNIT_RATIO));
    }
    out.flush();
  }
}
