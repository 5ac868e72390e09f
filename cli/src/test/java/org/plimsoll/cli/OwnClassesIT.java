package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.custom.CustomArrivals;
import org.plimsoll.api.custom.CustomWorkload;
import org.plimsoll.testkit.UserClasses;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs the classes of the examples as user classes. */
class OwnClassesIT {
  @TempDir static Path plugins;
  @TempDir Path folder;

  @BeforeAll
  static void compileAndPack() throws Exception {
    UserClasses.compile(plugins, "Visits", source("Visits"))
        .pack("visits", CustomWorkload.class, "mine.Visits");
    UserClasses.compile(plugins, "Groups", source("Groups"))
        .pack("groups", CustomArrivals.class, "mine.Groups");
  }

  private static String source(String name) throws Exception {
    return Files.readString(PlimsollProcess.ROOT.resolve("examples/classes/" + name + ".java"));
  }

  private PlimsollProcess.Ended run(String... more) throws Exception {
    List<String> line =
        List.of(
            "run",
            "sim:",
            "--drivers=" + plugins,
            "--keys=1000",
            "--warmup=0",
            "--quiet",
            "--json=summary.json");
    return PlimsollProcess.ended(
        PlimsollProcess.start(
            folder, List.of(), Stream.concat(line.stream(), Stream.of(more)).toList()));
  }

  @Test
  void theCommandLineRunsAUsersWorkloadAndArrivals() throws Exception {
    PlimsollProcess.Ended result =
        run("--workload=custom(visits,4)", "--arrivals=custom(groups,4)", "--rate=2k", "--ops=1k");
    assertThat(result.exit()).as(result.err()).isEqualTo(ExitCode.DONE);
    JsonNode summary = new JsonMapper().readTree(Files.readString(folder.resolve("summary.json")));
    JsonNode operations = summary.get("operations");
    assertThat(operations.get("read").get("count").asLong()).isEqualTo(750);
    assertThat(operations.get("update").get("count").asLong()).isEqualTo(250);
  }

  @Test
  void unknownNamesAreRefusedWithTheNearestOne() throws Exception {
    PlimsollProcess.Ended result = run("--workload=custom(visit,4)");
    assertThat(result.exit()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(result.err()).startsWith("plimsoll: workload: ").contains("did you mean 'visits'?");
    assertThat(run("--arrivals=custom(group,4)", "--rate=1k").err())
        .startsWith("plimsoll: arrivals: ")
        .contains("did you mean 'groups'?");
  }
}
