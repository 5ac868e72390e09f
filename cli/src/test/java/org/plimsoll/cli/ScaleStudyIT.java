package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.testkit.RealServer;

/** Executes the example of a scalability study on a real ring of Cassandra, which it starts. */
@Tag("slow")
class ScaleStudyIT {
  private static final long PATIENCE_MINUTES = 8;

  @TempDir Path folder;

  @Test
  void theStudyStartsItsNodesAndPrintsItsTable() throws Exception {
    int port = RealServer.freePortsInARow(7);
    Path spec = PlimsollProcess.ROOT.resolve("examples/cassandra-scale-study.yaml");
    // A file takes the output: nobody reads it while the nodes start.
    Path out = folder.resolve("out.txt");
    Process process =
        PlimsollProcess.start(
            folder,
            List.of(
                "sh",
                "-c",
                "exec \"$@\" > " + out + " 2>&1",
                "sh",
                "env",
                "NODES_FOLDER=" + folder.resolve("nodes"),
                "NODES_PORT=" + port,
                "NODES_HEAP=300m"),
            List.of(
                "sweep",
                "cassandra://127.0.0.1:" + port + "/study",
                "--spec=" + spec,
                "--grid=nodes=1,2",
                "--repeat=1",
                "--keys=500",
                "--for=2s",
                "--warmup=1s",
                "--telemetry-every=500ms",
                "--telemetry=jmx(127.0.0.1:"
                    + (port + 3)
                    + ",java.lang:type=OperatingSystem,ProcessCpuLoad)",
                "--out=" + folder.resolve("study")));
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroy();
    }
    String text = Files.readString(out);
    assertThat(process.waitFor()).as(text).isEqualTo(ExitCode.DONE);
    assertThat(text)
        .contains("throughput-per-node", "server-write-p99", "cost-per-million")
        .contains("All 2 nodes and the load share this machine", "it shows no scaling.");
    SweepResult result =
        ResultJson.mapper()
            .readValue(Files.readString(folder.resolve("study/sweep.json")), SweepResult.class);
    for (Row row : result.rows()) {
      assertThat(row.repetitions().failures()).isEmpty();
      assertThat(row.values())
          .containsKeys("throughput-per-node", "server-write-p99", "server-cpu", "cost-of-traffic");
    }
    assertThat(folder.resolve("nodes")).as("the nodes are stopped").doesNotExist();
  }
}
