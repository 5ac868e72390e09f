package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the formats of a run folder of 6 s, exported without a server. */
class ExportCommandTest {
  @TempDir static Path folder;

  private static String run = "";
  private static String progress = "";

  private record Result(int exit, String out, String err) {}

  @BeforeAll
  static void aRunIsRecorded() {
    run = folder.resolve("run").toString();
    Result result =
        plimsoll(
            "run",
            "sim:?service=constant(1ms)&error-rate=0.25",
            "--rate",
            "200",
            "--for",
            "6s",
            "--warmup",
            "0",
            "--report-every",
            "2s",
            "--out",
            run);
    assertThat(result.exit).as(result.err).isZero();
    progress = result.err;
  }

  @Test
  void csvHasMeanMinimumP95AndErrorsOfEachSecond() {
    List<Map<String, String>> all = csv();
    assertThat(all).hasSizeBetween(6, 8);
    Map<String, String> second = all.get(2);
    assertThat(number(second, "error_share")).isBetween(0.1, 0.4);
    assertThat(number(second, "errors")).isBetween(20.0, 80.0);
    assertThat(number(second, "response_min_nanos")).isBetween(0.9e6, 1.5e6);
    assertThat(number(second, "response_mean_nanos"))
        .isGreaterThanOrEqualTo(number(second, "response_min_nanos"));
    assertThat(number(second, "response_p95_nanos"))
        .isGreaterThanOrEqualTo(number(second, "response_p50_nanos"));
  }

  @Test
  void longerIntervalsAreTheSumsOfTheirSeconds() {
    List<Map<String, String>> seconds = csv();
    List<Map<String, String>> all = csv("--every", "3s");
    assertThat(all.size()).isBetween(2, 3);
    assertThat(all.stream().mapToDouble(row -> number(row, "errors")).sum())
        .isEqualTo(seconds.stream().mapToDouble(row -> number(row, "errors")).sum());
    double most =
        seconds.subList(0, 3).stream()
            .mapToDouble(row -> number(row, "response_max_nanos"))
            .max()
            .orElseThrow();
    // Histograms have three digits, in microseconds.
    assertThat(number(all.getFirst(), "response_max_nanos")).isCloseTo(most, within(most / 100));
    assertThat(number(all.getFirst(), "throughput_per_second")).isCloseTo(150, within(25.0));
  }

  @Test
  void jsonIsTheRunFile() throws Exception {
    Result result = plimsoll("export", run, "--json");
    assertThat(result.out).isEqualTo(Files.readString(Path.of(run, "run.json")));
  }

  @Test
  void hlogIsOneLogThatReadersOfHdrHistogramRead() {
    Result result = plimsoll("export", run, "--hlog");
    assertThat(result.out).startsWith("#[Values in microseconds]");
    Map<String, Long> counts = new TreeMap<>();
    try (HistogramLogReader reader =
        new HistogramLogReader(
            new ByteArrayInputStream(result.out.getBytes(StandardCharsets.UTF_8)))) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof org.HdrHistogram.AbstractHistogram histogram) {
          counts.merge(histogram.getTag(), histogram.getTotalCount(), Long::sum);
        }
      }
    }
    assertThat(counts).containsKeys("all/response", "all/service", "read/response");
    assertThat(counts.get("all/response")).isBetween(800L, 1_000L);
  }

  @Test
  void aFileIsWrittenAndNamed() {
    Path file = folder.resolve("run.csv");
    Result result = plimsoll("export", run, "--csv", "-o", file.toString());
    assertThat(result.out.strip()).isEqualTo(file.toString());
    assertThat(file).content().startsWith("seconds,phase,validity,operation");
  }

  @Test
  void progressIsReportedAsOftenAsAsked() {
    long lines = progress.lines().filter(line -> line.startsWith("measure")).count();
    assertThat(lines).isBetween(3L, 4L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--csv --every 90s|--every: must be whole seconds from 1s to 60s, was '90s'",
        "--csv --every 1500ms|--every: must be whole seconds from 1s to 60s, was '1500ms'",
        "--json --every 2s|--every: must be given with --csv only, was '2s'",
        "--json --csv|export: must be given one of --csv, --json, --hlog, was '--csv --json'",
        "''|export: must be given one of --csv, --json, --hlog, was given none"
      })
  void badOptionsAreRefused(String options, String message) {
    String[] words = options.isEmpty() ? new String[0] : options.split(" ");
    String[] all = new String[words.length + 2];
    all[0] = "export";
    all[1] = run;
    System.arraycopy(words, 0, all, 2, words.length);
    Result result = plimsoll(all);
    assertThat(result.exit).isEqualTo(2);
    assertThat(result.err).contains(message);
  }

  @Test
  void aFolderThatIsNoRunIsRefused() {
    Result result = plimsoll("export", folder.resolve("none").toString(), "--csv");
    assertThat(result.exit).isEqualTo(2);
    assertThat(result.err).contains("RUN: must be a run folder, was '");
  }

  private static double number(Map<String, String> row, String column) {
    return Double.parseDouble(row.getOrDefault(column, ""));
  }

  /** Returns the lines of all operations together. */
  private static List<Map<String, String>> csv(String... options) {
    String[] words = new String[options.length + 3];
    words[0] = "export";
    words[1] = run;
    words[2] = "--csv";
    System.arraycopy(options, 0, words, 3, options.length);
    List<String> lines = plimsoll(words).out.lines().toList();
    List<String> heads = Arrays.asList(lines.getFirst().split(",", -1));
    return lines.stream()
        .skip(1)
        .map(line -> {
          String[] cells = line.split(",", -1);
          assertThat(cells).hasSameSizeAs(heads);
          Map<String, String> row = new LinkedHashMap<>();
          for (int i = 0; i < cells.length; i++) {
            row.put(heads.get(i), cells[i]);
          }
          return row;
        })
        .filter(row -> "all".equals(row.get("operation")) && "measure".equals(row.get("phase")))
        .toList();
  }

  private static Result plimsoll(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            Path.of("target"));
    int exit = Main.execute(console, args);
    return new Result(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
