package org.plimsoll.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ten minutes of coverage-guided fuzzing of {@link FuzzedText} with Jazzer, in a process of its
 * own. What it learns is kept in {@code target/fuzz}. A finding is a file there: copied to {@code
 * fuzz/found}, it becomes a seed.
 */
@Tag("slow")
class FuzzTest {
  private static final int SECONDS = Integer.getInteger("fuzz.seconds", 600);

  @Test
  void noInputBreaksAPromise() throws Exception {
    Path folder = Path.of("target", "fuzz");
    Path own = Files.createDirectories(folder.resolve("corpus"));
    Path log = folder.resolve("log.txt");
    for (Path earlier : findings(folder)) {
      Files.delete(earlier);
    }
    Path seeds = FuzzSeedsTest.folder();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process fuzzer =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-Xmx1g",
                    "-Dfuzz.cpu.millis=3000", // instrumented code is slower
                    "-cp",
                    String.valueOf(classes),
                    "com.code_intelligence.jazzer.Jazzer",
                    "--target_class=" + FuzzedText.class.getName(),
                    "--instrumentation_includes=org.plimsoll.**",
                    // Regular expressions of users are a feature of telemetry.
                    "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.RegexInjection",
                    "--keep_going=20",
                    "--reproducer_path=" + folder,
                    own.toString(),
                    seeds.resolve("plain").toString(),
                    seeds.resolve("found").toString(),
                    "-dict=" + seeds.resolve("dictionary.txt"),
                    "-artifact_prefix=" + folder + File.separator,
                    "-max_total_time=" + SECONDS,
                    "-max_len=400",
                    "-timeout=60",
                    "-rss_limit_mb=3000"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(fuzzer.waitFor(SECONDS + 300L, TimeUnit.SECONDS)).isTrue();
      String said = Files.readString(log, StandardCharsets.ISO_8859_1); // shows any bytes
      assertThat(fuzzer.exitValue()).as(said).isZero();
      assertThat(said).contains("Done ");
      // With --keep_going, findings do not change the exit code.
      assertThat(findings(folder)).isEmpty();
    } finally {
      fuzzer.destroyForcibly();
    }
  }

  /** The inputs that broke a promise, or took too long. */
  private static List<Path> findings(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).filter(file -> !file.endsWith("log.txt")).toList();
    }
  }
}
