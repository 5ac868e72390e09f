package org.plimsoll.fleet.generator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.fleet.generator.SampleSeconds.CALLS;
import static org.plimsoll.fleet.generator.SampleSeconds.second;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.LoggedHistograms;
import org.plimsoll.run.second.GeneratorSecond;
import org.plimsoll.run.second.Window;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PartFileTest {
  @TempDir Path folder;

  private List<JsonNode> lines() throws IOException {
    return Files.readAllLines(folder.resolve(PartFile.NAME)).stream()
        .map(line -> new JsonMapper().readTree(line))
        .toList();
  }

  private static JsonNode reads(JsonNode line) {
    return line.path("scenarios").path("all").path("operations").path("read");
  }

  @Test
  void eachSecondOfThisNodeIsALineAlsoThoseBeforeTheFolderExists() throws IOException {
    PartFile file = new PartFile("node-3");
    file.add(second(2, 0));
    file.add(second(2, 1));
    file.in(folder);
    file.add(second(2, 2));

    List<JsonNode> lines = lines();
    assertThat(lines).hasSize(3);
    assertThat(lines).allMatch(line -> reads(line).path("answered").asInt() == CALLS);
    JsonNode last = lines.getLast();
    assertThat(last.path("node").asString()).isEqualTo("node-3");
    assertThat(last.path("generator").asInt()).isEqualTo(2);
    assertThat(last.path("phase").asString()).isEqualTo("measure");
    assertThat(reads(last).path("responseNanos").path("p99").asLong())
        .isEqualTo(
            requireNonNull(second(2, 2).scenarios().get("all")).totals().values().stream()
                .flatMap(its -> its.values().stream())
                .mapToLong(its -> its.response().getValueAtPercentile(99))
                .sum());
  }

  @Test
  void afterTwoHoursALineHasTenSecondsWhoseHistogramsAreMerged() throws IOException {
    PartFile file = new PartFile("node-3");
    file.in(folder);
    int from = 7_300;
    for (int i = from; i < from + 40; i++) {
      file.add(second(2, i));
    }

    List<JsonNode> lines = lines();
    assertThat(lines).hasSize(4);
    assertThat(lines).allMatch(line -> reads(line).path("answered").asInt() == 10 * CALLS);
    assertThat(lines).allMatch(line -> line.path("seconds").asDouble() == 10);
  }

  @Test
  void theHistogramsOfThisNodeAreThoseOfItsSecondsBucketByBucket() throws IOException {
    PartFile file = new PartFile("node-3");
    int seconds = 1_300;
    Histogram expected = new Histogram(3);
    for (int i = 0; i < seconds; i++) {
      GeneratorSecond second = i < seconds - 1 ? second(2, i) : last(second(2, i));
      file.add(second);
      requireNonNull(second.scenarios().get("all")).totals().values().stream()
          .flatMap(its -> its.values().stream())
          .forEach(its -> expected.add(LoggedHistograms.toMicros(its.response())));
      if (i == seconds / 2) {
        file.in(folder);
      }
    }

    Histogram logged = new Histogram(3);
    int lines = 0;
    try (HistogramLogReader reader =
        new HistogramLogReader(folder.resolve(PartHistograms.NAME).toFile())) {
      while (reader.hasNext()) {
        Histogram line = (Histogram) reader.nextIntervalHistogram();
        if (line.getTag().equals("read/response")) {
          logged.add(line);
          lines++;
        }
      }
    }
    assertThat(lines).isEqualTo(3); // two of ten minutes, and the rest
    assertThat(logged).isEqualTo(expected);
  }

  private static GeneratorSecond last(GeneratorSecond second) {
    Window window = second.window();
    return new GeneratorSecond(
        second.generator(),
        second.number(),
        new Window(window.startNanos(), window.atNanos(), window.stage(), window.schedule(), true),
        second.scenarios(),
        second.machine(),
        second.observed(),
        second.answers());
  }
}
