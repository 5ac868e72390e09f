package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.LogLine;

class RunLogFileTest {
  private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

  @TempDir private Path folder;

  private static LogLine line(int number) {
    return new LogLine(NOON, "WARN", "org.example.Pool", "io-1", number + " " + "x".repeat(200));
  }

  @Test
  void aShortLogIsWhole() throws Exception {
    RunLogFile log = new RunLogFile(folder);
    log.add(List.of(line(0), line(1)));

    assertThat(RunLogFile.read(folder)).hasSize(2);
    log.close();
    log.close();
    assertThat(RunLogFile.read(folder).getFirst())
        .startsWith("2026-11-23T12:00:00Z WARN [io-1] org.example.Pool: 0 xxx");
  }

  @Test
  void aLongLogKeepsItsStartAndItsEndAndStaysBelowAMegabyte() throws Exception {
    RunLogFile log = new RunLogFile(folder);
    int lines = 40_000;
    for (int i = 0; i < lines; i++) {
      log.add(List.of(line(i)));
    }
    List<String> live = RunLogFile.read(folder);
    log.close();
    List<String> ended = RunLogFile.read(folder);

    assertThat(ended).isEqualTo(live);
    assertThat(ended.getFirst()).contains(": 0 x");
    assertThat(ended.getLast()).contains(": " + (lines - 1) + " x");
    assertThat(ended).filteredOn(line -> line.contains("left out")).hasSize(1);
    List<Integer> numbers = new ArrayList<>();
    ended.stream()
        .filter(line -> line.contains(" x"))
        .forEach(line -> numbers.add(Integer.valueOf(line.replaceAll(".*: (\\d+) x+", "$1"))));
    assertThat(numbers).isSorted().doesNotHaveDuplicates().hasSizeGreaterThan(2_900);
    assertThat(Files.size(folder.resolve("run.log"))).isBetween(700_000L, 1_048_700L);
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aFolderWithoutALogHasNoLines() throws Exception {
    assertThat(RunLogFile.read(folder)).isEmpty();
  }
}
