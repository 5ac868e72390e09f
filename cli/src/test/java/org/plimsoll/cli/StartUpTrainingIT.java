package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class StartUpTrainingIT {
  @TempDir Path folder;

  @Test
  void bothRunsEndAndTheServedOneHasItsChanges() throws Exception {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    StartUpTraining.train(
        new Console(nowhere, nowhere, false, false, PlimsollProcess.ROOT), folder.toString(), 3);

    List<Path> runs;
    try (Stream<Path> all = Files.list(folder)) {
      runs = all.filter(each -> Files.exists(each.resolve("run.json"))).toList();
    }
    assertThat(runs).hasSize(2);
    Path served = runs.stream().filter(each -> !each.endsWith("alone")).findFirst().orElseThrow();
    assertThat(Files.readAllLines(served.resolve("events.jsonl")))
        .filteredOn(line -> line.contains("\"parameter\":\"rate\""))
        .hasSize(3);
  }
}
