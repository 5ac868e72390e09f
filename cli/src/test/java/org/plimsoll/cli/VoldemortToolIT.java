package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.VoldemortServers;

/** Command lines of Voldemort's performance tool run on the store that they name. */
class VoldemortToolIT {
  @TempDir static Path serverFolder;
  static RealServer server;

  @TempDir Path folder;

  @BeforeAll
  static void startServer() throws Exception {
    server = VoldemortServers.startAlone(serverFolder, "users");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void aStoreOfACluster() throws Exception {
    PlimsollProcess.Ended ended =
        run(
            "--url tcp://"
                + server.address()
                + " --store-name users --record-count 500 --ops-count 1000 -r 80 -w 20"
                + " --num-connections-per-node 10 --threads 4",
            "--report=voldemort");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains(
            "[benchmark]\tThroughput(ops/sec): ", "[reads]\tReturn: Ok\t", "[writes]\tMax(ms): ")
        .doesNotContain("Error");
    assertThat(ended.err()).contains("closed load, 4 workers");
  }

  @Test
  void anEngineInTheProcessOfTheTool() throws Exception {
    PlimsollProcess.Ended ended =
        run(
            "--record-count 500 --ops-count 1000 -r 80 -w 20 --storage-configuration-class"
                + " voldemort.store.rocksdb.RocksDbStorageConfiguration",
            "--report=voldemort");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("[reads]\tReturn: Ok\t").doesNotContain("Error");
  }

  @Test
  void anUnknownFormatIsRefusedBeforeTheRun() throws Exception {
    PlimsollProcess.Ended ended = plimsoll(List.of("run", "sim:", "--report=other"));
    assertThat(ended.exit()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(ended.err()).contains("--report: must be one of voldemort, ycsb, was 'other'");
    ended = plimsoll(List.of("run", "sim:", "--report=ycsb", "--json=-"));
    assertThat(ended.err()).contains("--report: must not be given with --json -");
  }

  /** Imports a command line of the tool, and runs the spec. */
  private PlimsollProcess.Ended run(String line, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("import", "voldemort"));
    words.addAll(List.of(line.split(" ", -1)));
    PlimsollProcess.Ended imported = plimsoll(words);
    assertThat(imported.exit()).as(imported.err()).isZero();
    Path spec = Files.writeString(folder.resolve("spec.yaml"), imported.out());
    List<String> run = new ArrayList<>(List.of("run", "--spec=" + spec));
    run.addAll(List.of(options));
    return plimsoll(run);
  }

  private PlimsollProcess.Ended plimsoll(List<String> arguments) throws Exception {
    return PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), arguments));
  }
}
