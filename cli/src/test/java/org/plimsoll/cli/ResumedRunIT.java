package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run --resume} after a kill of the process, on a real Redis. */
class ResumedRunIT {
  @TempDir Path temp;

  @Test
  void aKilledRunOfRedisIsResumedWithItsSettings() throws Exception {
    try (RealServer redis = RedisServers.start(Files.createDirectory(temp.resolve("redis")))) {
      Path folder = killed("redis://" + redis.address());

      PlimsollProcess.Ended resumed = resume(folder, "--for=500ms");

      assertThat(resumed.exit()).as(resumed.err()).isZero();
      JsonNode spec = spec(temp.resolve("resumed"));
      assertThat(spec.path("rate").asString()).isEqualTo("1234");
      assertThat(spec.path("keys").asString()).isEqualTo("500");
      PlimsollProcess.Ended again = resume(temp.resolve("resumed"));
      assertThat(again.exit()).isEqualTo(ExitCode.BAD_USAGE);
      assertThat(again.err()).contains("which ended by itself");
    }
  }

  @Test
  void thePasswordOfAKilledRunIsGivenAgainOrRead() throws Exception {
    Path own = Files.createDirectory(temp.resolve("redis"));
    Path file = Files.writeString(temp.resolve("password"), "tide7\n");
    try (RealServer redis = RedisServers.start(own, "--requirepass", "tide7")) {
      Path typed = killed("redis://:tide7@" + redis.address());
      PlimsollProcess.Ended refused = resume(typed, "--for=500ms");
      assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USAGE);
      assertThat(refused.err())
          .contains("set.password is a secret, which is not stored. Give it: --set password=…");

      PlimsollProcess.Ended given = resume(typed, "--for=500ms", "--set", "password=tide7");
      assertThat(given.exit()).as(given.err()).isZero();

      Path read = killed("redis://" + redis.address(), "--set", "password=file:" + file);
      PlimsollProcess.Ended again = resume(read, "--for=500ms");
      assertThat(again.exit()).as(again.err()).isZero();
    }
  }

  /** Starts a run without an end, and kills it in its measurement. */
  private Path killed(String target, String... more) throws Exception {
    Path folder = Files.createTempDirectory(temp, "killed");
    List<String> arguments =
        new ArrayList<>(
            List.of("run", target, "--rate=1234", "--keys=500", "--warmup=0", "--forever"));
    arguments.addAll(List.of(more));
    arguments.add("--out=" + folder.resolve("run"));
    Process process = PlimsollProcess.start(temp, List.of(), arguments);
    StringBuilder said = new StringBuilder();
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      String line = err.readLine();
      while (line != null && !line.startsWith("measure")) {
        said.append(line).append('\n');
        line = err.readLine();
      }
      assertThat(line).as(said.toString()).isNotNull();
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> !process.isAlive());
    return folder.resolve("run");
  }

  private PlimsollProcess.Ended resume(Path folder, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run", "--resume", folder.toString()));
    arguments.addAll(List.of(more));
    Path out = temp.resolve("resumed");
    if (Files.exists(out)) {
      out = Files.createTempDirectory(temp, "out").resolve("run");
    }
    arguments.add("--out=" + out);
    return PlimsollProcess.ended(PlimsollProcess.start(temp, List.of(), arguments));
  }

  private static JsonNode spec(Path folder) throws Exception {
    return new JsonMapper().readTree(Files.readString(folder.resolve("run.json"))).path("spec");
  }
}
