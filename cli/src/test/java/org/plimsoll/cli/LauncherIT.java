package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell script that starts the command line. */
@Timeout(120)
class LauncherIT {
  @TempDir Path folder;

  @Test
  void aProcessWithoutMemoryEndsAtOnceWithItsOwnExitCode() throws Exception {
    ProcessBuilder process =
        new ProcessBuilder(
                List.of(
                    PlimsollProcess.ROOT.resolve("plimsoll").toString(),
                    "run",
                    "sim:",
                    "--rate",
                    "100",
                    "--for",
                    "1m"))
            .directory(folder.toFile());
    process
        .environment()
        .putAll(
            Map.of(
                "PLIMSOLL_BUILD", "off",
                "PLIMSOLL_AOT", "off",
                "PLIMSOLL_OPTS", "-Xms12m -Xmx12m"));

    PlimsollProcess.Ended ended = PlimsollProcess.ended(process.start());

    assertThat(ended.exit()).as(ended.err()).isEqualTo(3);
    assertThat(ended.out() + ended.err()).contains("Terminating due to java.lang.OutOfMemoryError");
  }
}
