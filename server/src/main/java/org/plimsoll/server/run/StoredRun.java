package org.plimsoll.server.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.folder.RunReplay;
import org.plimsoll.report.page.SearchFiles;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.server.history.Distribution;
import org.plimsoll.server.history.History;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run that was read from its folder.
 *
 * @param recorded the contents of the folder
 * @param line result of a search; null if the run was not a search
 */
public record StoredRun(RecordedRun recorded, History history, @Nullable JsonNode line) {
  /** Reads a run folder. */
  static StoredRun read(Path folder) throws IOException {
    RecordedRun recorded = RunReader.readEnded(folder);
    History history = new History();
    RunReplay.replay(folder, history::add);
    Path line = folder.resolve(SearchFiles.JSON);
    return new StoredRun(
        recorded,
        history,
        Files.exists(line) ? ended(ResultJson.mapper().readTree(Files.readString(line))) : null);
  }

  /** Marks a search as ended, which a killed process could not do. */
  private static JsonNode ended(JsonNode line) {
    return line instanceof ObjectNode result ? result.put("isEnded", true) : line;
  }

  /**
   * Returns the latency distribution of a range, at the finest resolution that the folder still
   * contains.
   */
  public Distribution between(long fromNanos, long toNanos) {
    Map<String, Histogram> nanosByTag = new TreeMap<>();
    for (RecordedRun.Slice slice : recorded.micros().slices()) {
      if (slice.endNanos() > fromNanos && slice.startNanos() < toNanos) {
        slice
            .micros()
            .forEach((tag, micros) ->
                RunReplay.addMicros(
                    nanosByTag.computeIfAbsent(tag, _ -> new Histogram(3)), micros));
      }
    }
    Distribution distribution = new Distribution();
    distribution.add(nanosByTag);
    for (Interval interval : recorded.intervals()) {
      long startNanos = interval.window().startNanos();
      if (interval.window().atNanos() > fromNanos && startNanos < toNanos) {
        distribution.add(interval);
      }
    }
    return distribution;
  }

  public List<RunEvent> events() {
    return recorded.events();
  }
}
