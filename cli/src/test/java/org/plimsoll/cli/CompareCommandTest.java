package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
  @TempDir Path folder;

  @Test
  void slowerGroupsAreWorse() throws IOException {
    List<String> slow = runs("slow", 5, 2_000_000, "valid");
    List<String> fast = runs("fast", 5, 1_000_000, "valid");
    Result result = compare(slow, fast, "--figures", "p99");
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("A        5 runs  sim:", "  p99", "+100 %", "verdict  A is worse in all p99.");
    assertThat(compare(slow, fast, "--fail-if-worse", "--figures", "p99").exit()).isEqualTo(4);
    assertThat(compare(fast, slow, "--fail-if-worse", "--figures", "p99").exit()).isZero();
  }

  @Test
  void fewerThanFourRunsHaveDifferencesAndNoVerdict() throws IOException {
    List<String> slow = runs("slow", 1, 2_000_000, "valid");
    List<String> fast = runs("fast", 4, 1_000_000, "valid");
    Result result = compare(slow, fast);
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("+100 %", "verdict  No verdict: 1 run on one side and 4 runs");
    Result judged = compare(slow, fast, "--fail-if-worse");
    assertThat(judged.exit()).isEqualTo(2);
    assertThat(judged.err())
        .contains("--fail-if-worse: needs at least 4 runs on each side, got 1 and 4");
  }

  @Test
  void jsonAndHtmlAreWrittenOnRequest() throws IOException {
    Path page = folder.resolve("page.html");
    Result result =
        compare(
            runs("a", 4, 1_000_000, "valid"),
            runs("b", 4, 1_000_000, "valid"),
            "--html",
            page.toString(),
            "--json",
            "-");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("{").contains("\"verdict\" : \"same\"");
    assertThat(page).content().startsWith("<!doctype html>");
    Result unwritable =
        compare(
            runs("a", 4, 1_000_000, "valid"),
            runs("b", 4, 1_000_000, "valid"),
            "--json",
            folder.resolve("none/file").toString());
    assertThat(unwritable.exit()).isEqualTo(2);
    assertThat(unwritable.err()).startsWith("plimsoll: --json: must be");
  }

  @ParameterizedTest
  @CsvSource({"suspect,'',5", "suspect,--allow-suspect,0", "invalid,--allow-suspect,5"})
  void invalidRunsLeaveTheComparisonUndecided(String validity, String option, int exit)
      throws IOException {
    List<String> options = option.isEmpty() ? List.of() : List.of(option);
    Result result =
        compare(
            runs("a", 4, 1_000_000, validity),
            runs("b", 4, 1_000_000, "valid"),
            options.toArray(String[]::new));
    assertThat(result.exit()).isEqualTo(exit);
    assertThat(exit == 0 ? result.out() : result.err()).contains(validity);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "twice | each run must be given once",
        "missing | --against: must be run folders. There is no run folder",
        "empty | contains no run: run.json is missing",
        "truncated | is not JSON",
        "running | has no summary, so it was killed before its measurement or is still",
        "later | has schema 3; this version reads schemas 1 to 2",
        "none | a comparison needs at least 1 run on each side, got 4 and 0"
      })
  void incomparableRunsAreRefusedInOneSentence(String fault, String sentence) throws IOException {
    List<String> a = runs("a", 4, 1_000_000, "valid");
    List<String> b = runs("b", 4, 1_000_000, "valid");
    Path last = Path.of(b.getLast());
    Path json = last.resolve("run.json");
    String text = Files.readString(json);
    switch (fault) {
      case "twice" -> b = a;
      case "missing" -> b = List.of(last.resolve("nothing").toString());
      case "empty" -> Files.delete(json);
      case "truncated" -> Files.writeString(json, text.substring(0, text.length() / 2));
      case "running" -> Files.writeString(json, "{\"schema\": 1, \"state\": \"running\"}");
      case "later" -> Files.writeString(json, text.replace("\"schema\": 1", "\"schema\": 3"));
      default -> b = List.of();
    }
    Result result = compare(a, b);
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("plimsoll: ").contains(sentence).hasLineCount(1);
  }

  private Result compare(List<String> a, List<String> b, String... options) {
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(a);
    if (!b.isEmpty()) {
      words.add("--against");
      words.addAll(b);
    }
    words.addAll(List.of(options));
    return Result.of(folder, words.toArray(String[]::new));
  }

  /** Writes run folders whose latencies differ by 0.1 % from run to run. */
  private List<String> runs(String name, int count, long p99Nanos, String validity)
      throws IOException {
    List<String> folders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path run = Files.createDirectories(folder.resolve(name + i));
      String info =
          """
          "id": "%1$s%2$d", "name": "n", "target": "sim:", "startedAt": "2026-11-21T10:0%2$d:00Z",
          "seed": 1, "spec": {"rate": "1k"}\
          """
              .formatted(name, i);
      String times = "\"p50\": 500000, \"p99\": " + (p99Nanos + i * 1000L);
      Files.writeString(
          run.resolve("run.json"),
          """
          {"schema": 1, "state": "finished", %1$s, "versions": {}, "summary": {"schema": 1,
           "run": {%1$s}, "elapsedNanos": 1,
           "verdict": {"validity": "%2$s", "slo": "none", "objectives": [], "findings": []},
           "load": {"model": "open", "targetPerSecond": 1000},
           "accounting": {"scheduled": 1, "succeeded": 1, "notFound": 0, "failed": 0,
             "timedOut": 0, "notSent": 0, "shed": 0, "unfinished": 0},
           "throughputPerSecond": 1000, "bytesPerSecond": 0,
           "operations": {"all": {"count": 1, "items": 1, "attempts": 1,
             "throughputPerSecond": 1000, "failures": {}, "serviceNanos": {%3$s}}},
           "dispatchLagNanos": {}, "waitNanos": {}, "driverCounters": {},
           "driverTimingNanos": {}, "targetFacts": {},
           "generator": {"cpuSeconds": 1, "pauseNanosMax": 0, "pauseNanosTotal": 0, "pauses": 0,
             "inFlightMean": 1, "allocatedBytesPerOperation": 0, "stealShare": 0, "java": "25",
             "javaFlags": [], "host": "h"}}}
          """
              .formatted(info, validity, times));
      folders.add(run.toString());
    }
    return folders;
  }
}
