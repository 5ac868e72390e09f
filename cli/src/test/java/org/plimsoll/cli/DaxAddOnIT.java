package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;

/** The add-on of {@code dynamodb}, which is not among the delivered drivers. */
class DaxAddOnIT {
  @TempDir Path folder;

  private PlimsollProcess.Ended run(String... more) throws Exception {
    String target = "dynamodb://local:local@127.0.0.1:" + RealServer.freePort() + "/rows";
    List<String> line =
        List.of("run", target, "--set=dax-endpoint=dax://127.0.0.1:" + RealServer.freePort());
    return PlimsollProcess.ended(
        PlimsollProcess.start(
            folder, List.of(), Stream.concat(line.stream(), Stream.of(more)).toList()));
  }

  @Test
  void withoutTheAddOnADaxEndpointIsBadUsage() throws Exception {
    PlimsollProcess.Ended result = run();
    assertThat(result.exit()).as(result.err()).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(result.err())
        .startsWith("plimsoll: dax-endpoint: must be")
        .contains("plimsoll-dynamodb-dax", "--drivers", "was 'dax://127.0.0.1:");
  }

  @Test
  void theAddOnIsFoundInAFolderOfDrivers() throws Exception {
    PlimsollProcess.Ended result =
        run("--drivers=" + PlimsollProcess.ROOT.resolve("drivers/dynamodb-dax/target/addon"));
    assertThat(result.exit()).as(result.err()).isEqualTo(ExitCode.TARGET_UNUSABLE);
    assertThat(result.err()).contains("refused the connection").doesNotContain("dax-endpoint");
  }
}
