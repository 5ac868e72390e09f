package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code plimsoll run} as a process whose environment, file and schedule change its
 * parameters.
 */
class SteeredRunIT {
  @TempDir Path folder;

  @Test
  void runsFollowTheirEnvironmentFileAndSchedule() throws Exception {
    Path limits = Files.writeString(folder.resolve("limits.properties"), "# nothing yet\n");
    Path out = folder.resolve("run");
    Process process =
        PlimsollProcess.start(
            folder,
            List.of(
                "env",
                "PLIMSOLL_RATE=300",
                "PLIMSOLL_RAET=1",
                "PLIMSOLL_SET_SERVICE=constant(2ms)"),
            List.of(
                "run",
                "sim:",
                "--for=1h",
                "--warmup=0",
                "--properties=environment",
                "--properties=file(limits.properties)",
                "--schedule=at=500ms keys=50",
                "--out=" + out));
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      await(err, "warning: environment: PLIMSOLL_RAET (did you mean PLIMSOLL_RATE?)");
      await(err, "parameter: schedule changed keys from 100k to 50");
      Files.writeString(limits, "rate=500\n");
      await(err, "parameter: file limits.properties changed rate from 300 to 500");
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(out.resolve("events.jsonl"))
        .content()
        .contains("\"who\":\"file limits.properties\"")
        .contains("\"before\":\"300\",\"after\":\"500\"");
    assertThat(out.resolve("run.json"))
        .content()
        .contains("constant(2ms)", "environment,file(limits.properties)");
  }

  private static void await(BufferedReader lines, String begin) throws IOException {
    for (String line = lines.readLine(); ; line = lines.readLine()) {
      assertThat(line).as("a line that begins with %s", begin).isNotNull();
      if (line.startsWith(begin)) {
        return;
      }
    }
  }
}
