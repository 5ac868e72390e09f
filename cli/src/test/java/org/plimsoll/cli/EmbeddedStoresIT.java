package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Row;

/** Executes the example that compares the embedded stores, each with its packaged driver. */
class EmbeddedStoresIT {
  private static final List<String> ENGINES =
      List.of("rocksdb", "bdb", "lmdb", "h2", "mapdb", "sqlite");

  @TempDir Path folder;

  @Test
  void aSweepComparesAllEnginesAtTheSameDurability() throws Exception {
    Path spec = PlimsollProcess.ROOT.resolve("examples/embedded-stores.yaml");
    Path out = folder.resolve("stores");
    PlimsollProcess.Ended sweep =
        PlimsollProcess.ended(
            PlimsollProcess.start(
                folder,
                List.of(),
                List.of(
                    "sweep",
                    "--spec=" + spec,
                    "--repeat=1",
                    "--keys=40",
                    "--warmup=0s",
                    "--for=300ms",
                    "--out=" + out)));
    assertThat(sweep.exit()).as(sweep.out() + sweep.err()).isEqualTo(ExitCode.DONE);
    assertThat(sweep.out()).contains(ENGINES.stream().map(name -> name + ":").toList());
    SweepResult result =
        ResultJson.mapper()
            .readValue(Files.readString(out.resolve("sweep.json")), SweepResult.class);
    assertThat(result.rows()).hasSize(ENGINES.size());
    for (Row row : result.rows()) {
      assertThat(row.repetitions().failures()).isEmpty();
      assertThat(row.values()).containsKeys("throughput", "p99");
    }
    List<Path> runs;
    try (Stream<Path> folders = Files.list(out)) {
      runs = folders.filter(Files::isDirectory).toList();
    }
    assertThat(runs).hasSize(ENGINES.size());
    for (Path run : runs) {
      assertThat(Files.readString(run.resolve("run.json")))
          .contains("disk: synced before a write ends");
    }
  }
}
