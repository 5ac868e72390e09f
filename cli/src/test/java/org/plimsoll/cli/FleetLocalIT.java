package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;
import tools.jackson.databind.JsonNode;

/** {@code plimsoll fleet local} and {@code plimsoll serve} as processes. */
@Timeout(240)
class FleetLocalIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern NODE = Pattern.compile("(node-\\d)  (http://\\S+)  process (\\d+)");

  @TempDir Path folder;

  @Test
  void aLocalFleetListsItsNodesNoticesALossAndEndsAsAWhole() throws Exception {
    Process process = PlimsollProcess.start(folder, List.of(), fleetOf(3));
    List<ProcessHandle> nodes;
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      String page = "";
      long killed = 0;
      for (String line = err.readLine(); !line.startsWith("Log in"); line = err.readLine()) {
        Matcher node = NODE.matcher(line);
        if (node.matches()) {
          page = page.isEmpty() ? node.group(2) : page;
          killed = Long.parseLong(node.group(3)); // the last one
        }
      }
      nodes = process.children().toList();
      assertThat(nodes).hasSize(3);
      String token = Files.readString(folder.resolve("runs/token")).strip();
      try (FleetClient client = new FleetClient(URI.create(page), token)) {
        JsonNode fleet = client.get("/fleet");
        assertThat(FleetTable.of(fleet, 200)).hasSize(5);
        assertThat(FleetTable.of(fleet, 80)).allMatch(line -> line.length() <= 80);
        assertThat(fleet.path("nodes").path(2).path("rack").asString()).isEqualTo("rack-1");

        ProcessHandle.of(killed).orElseThrow().destroyForcibly();
        await()
            .atMost(PATIENCE)
            .until(() ->
                client
                    .get("/fleet")
                    .path("nodes")
                    .path(2)
                    .path("state")
                    .asString("")
                    .equals("removed"));
      }
    } finally {
      process.destroy();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(nodes).noneMatch(ProcessHandle::isAlive);
  }

  @Test
  void aLocalFleetOfWhichANodeCannotStartEndsWithASentence() throws Exception {
    Files.createDirectory(folder.resolve("runs"));
    Files.writeString(folder.resolve("runs/node-2"), "not a folder");

    PlimsollProcess.Ended ended =
        PlimsollProcess.ended(PlimsollProcess.start(folder, List.of(), fleetOf(2)));

    assertThat(ended.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(ended.err())
        .contains("node-2: plimsoll: --runs: must be a folder that can be written to")
        .contains("node-2 ended before all nodes had joined, so the other nodes are stopped.");
  }

  @Test
  void nodesEndWithTheProcessThatStartedThem() throws Exception {
    Process process = PlimsollProcess.start(folder, List.of(), fleetOf(2));
    try {
      await().atMost(PATIENCE).until(() -> process.children().count() == 2);
      List<ProcessHandle> nodes = process.children().toList();
      process.destroyForcibly();

      await().atMost(PATIENCE).until(() -> nodes.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void aServerWithoutAFleetLoadsNoClassOfTheCluster() throws Exception {
    Path classes = folder.resolve("classes");
    Process process =
        PlimsollProcess.start(
            folder,
            List.of("env", "JAVA_TOOL_OPTIONS=-Xlog:class+load:file=" + classes),
            List.of("serve", "--port", "0", "--no-token"));
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      String line = err.readLine();
      while (!line.startsWith("Plimsoll is at ")) {
        line = err.readLine();
      }
      try (FleetClient client =
          new FleetClient(URI.create(line.substring("Plimsoll is at ".length())), null)) {
        assertThat(client.get("/fleet").path("phase").asString()).isEqualTo("alone");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(loaded(classes, "org.plimsoll.fleet.FleetOfOne")).isTrue();
    assertThat(loaded(classes, "org.apache.pekko.")).isFalse();
    assertThat(loaded(classes, "scala.")).isFalse();
    assertThat(loaded(classes, "org.bouncycastle.")).isFalse();
  }

  /** The arguments for a local fleet. Each node has a port for its page and one for the fleet. */
  private static List<String> fleetOf(int nodes) {
    int port = RealServer.freePortsInARow(2 * nodes);
    return List.of("fleet", "local", String.valueOf(nodes), "--port", String.valueOf(port));
  }

  private static boolean loaded(Path classes, String prefix) throws IOException {
    try (var lines = Files.lines(classes)) {
      return lines.anyMatch(line -> line.contains(" " + prefix));
    }
  }
}
