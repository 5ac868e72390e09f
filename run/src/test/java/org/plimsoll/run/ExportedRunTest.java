package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.clock.VirtualClock;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.HistogramExport;
import org.plimsoll.report.folder.IntervalCsv;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.RunResolver;

/** Tests the formats in which a run folder of 6 s is exported. */
class ExportedRunTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir static Path temporary;

  private static Path folder = Path.of("");

  @BeforeAll
  static void aRunIsRecorded() throws Exception {
    folder = temporary.resolve("run");
    Drivers drivers = Drivers.of(new SimDriver());
    RunRequest request =
        RunRequest.of(
            "sim:?service=constant(1ms)&error-rate=0.25",
            Map.of("rate", "200", "for", "6s", "warmup", "0", "seed", "1"));
    try (RunFolder listener = RunFolder.at(folder)) {
      Run.prepare(
              RunResolver.resolve(request, drivers).spec(),
              drivers,
              List.of(listener),
              new VirtualClock())
          .execute();
    }
  }

  @Test
  void csvHasMeanMinimumP95AndErrorsOfEachSecond() throws Exception {
    List<Map<String, String>> all = csv(SECOND);
    assertThat(all).hasSizeBetween(6, 7);
    Map<String, String> second = all.get(2);
    assertThat(number(second, "error_share")).isCloseTo(0.25, within(0.12));
    assertThat(number(second, "errors")).isCloseTo(50, within(25.0));
    assertThat(number(second, "response_min_nanos")).isCloseTo(1e6, within(1e3));
    assertThat(number(second, "response_mean_nanos")).isCloseTo(1e6, within(1e3));
    assertThat(number(second, "response_p95_nanos")).isCloseTo(1e6, within(1e3));
  }

  @Test
  void longerIntervalsAreTheSumsOfTheirSeconds() throws Exception {
    List<Map<String, String>> all = csv(3 * SECOND);
    assertThat(all).hasSizeBetween(2, 3);
    assertThat(all.stream().mapToDouble(row -> number(row, "errors")).sum())
        .isEqualTo(csv(SECOND).stream().mapToDouble(row -> number(row, "errors")).sum());
    assertThat(number(all.getFirst(), "throughput_per_second")).isCloseTo(150, within(20.0));
    assertThat(number(all.getFirst(), "response_p99_nanos")).isCloseTo(1e6, within(2e3));
  }

  @Test
  void hlogIsOneLogThatReadersOfHdrHistogramRead() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramExport.write(folder, out);
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("#[Values in microseconds]");
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(out.toByteArray()))) {
      while (reader.hasNext()) {
        if (reader.nextIntervalHistogram() instanceof AbstractHistogram line) {
          counts.merge(line.getTag(), line.getTotalCount(), Long::sum);
        }
      }
    }
    assertThat(counts).containsKeys("all/response", "all/service", "read/response");
    assertThat(counts.get("all/response")).isBetween(800L, 1_000L);
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.getOrDefault(column, ""));
  }

  /** Returns the lines of all operations together. */
  private static List<Map<String, String>> csv(long everyNanos) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalCsv csv = new IntervalCsv(out)) {
      csv.write(folder, everyNanos);
    }
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    List<String> heads = Arrays.asList(lines.getFirst().split(",", -1));
    return lines.stream()
        .skip(1)
        .map(line -> {
          String[] cells = line.split(",", -1);
          assertThat(cells).hasSize(heads.size());
          Map<String, String> row = new LinkedHashMap<>();
          for (int i = 0; i < cells.length; i++) {
            row.put(heads.get(i), cells[i]);
          }
          return row;
        })
        .filter(row -> "all".equals(row.get("operation")) && "measure".equals(row.get("phase")))
        .toList();
  }
}
