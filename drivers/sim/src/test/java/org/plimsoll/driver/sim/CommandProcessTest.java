package org.plimsoll.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.engine.report.Interval;
import org.plimsoll.engine.report.RecordedRun;
import org.plimsoll.engine.report.RunReader;

/** {@code plimsoll run} as a process that is killed, or that has no room left on its disk. */
class CommandProcessTest {
  private static final int RATE = 1000;
  private static final int SECONDS = 3;
  private static final long PATIENCE_SECONDS = 60;

  @TempDir static Path drivers;
  @TempDir Path temp;

  /** What a process that has ended left behind. */
  private record Ended(int exit, String out, String err) {}

  /** The driver as it is installed: a jar in a folder of its name. */
  @BeforeAll
  static void packDriver() throws Exception {
    Path classes =
        Path.of(SimDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = Files.createDirectory(drivers.resolve("sim")).resolve("sim.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        Files.copy(each, out);
      }
    }
  }

  @Test
  void aKilledRunLosesAtMostItsLastSecond() throws Exception {
    Path folder = temp.resolve("killed");
    Process process = start(List.of(), run(folder, "--for", "1h"));
    int seconds = 0;
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      while (seconds < SECONDS) {
        String line = err.readLine();
        assertThat(line).as("after " + seconds + " seconds").isNotNull();
        seconds += line.startsWith("measure") ? 1 : 0;
      }
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }

    RecordedRun run = RunReader.read(folder);
    assertThat(run.state()).isEqualTo("running");
    assertThat(run.summary()).isNull();
    assertThat(run.intervals()).hasSizeGreaterThanOrEqualTo(SECONDS);
    assertThat(succeeded(run)).isGreaterThan((SECONDS - 1) * RATE);
    assertThat(run.histograms().getOrDefault("all/response", new Histogram(3)).getTotalCount())
        .isBetween(succeeded(run) - 2 * RATE, succeeded(run));
    assertThat(Files.readAllLines(folder.resolve("events.jsonl"))).isNotEmpty();

    Ended report = ended(start(List.of(), List.of("report", folder.toString())));
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(folder.resolve("report.html")).content().contains("No summary", "</html>");
  }

  @Test
  void aFullDiskIsAFindingAndNotACrash() throws Exception {
    int operations = SECONDS * RATE;
    List<Process> processes = new ArrayList<>();
    for (int kibibytes : new int[] {0, 2}) {
      processes.add(
          start(
              filesOfAtMost(kibibytes),
              run(temp.resolve("full" + kibibytes), "--ops", String.valueOf(operations))));
    }
    for (Process process : processes) {
      Ended run = ended(process);
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.err())
          .contains("The run folder could not be written (", "intervals.jsonl", "in memory")
          .doesNotContain("Exception");
      assertThat(run.out()).contains("3,000");
    }

    List<String> lines = Files.readAllLines(temp.resolve("full2").resolve("intervals.jsonl"));
    assertThat(lines).isNotEmpty().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
  }

  private static List<String> run(Path folder, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "sim:?service=constant(1ms)"));
    arguments.addAll(List.of("--drivers", drivers.toString(), "--out", folder.toString()));
    arguments.addAll(List.of("--rate", String.valueOf(RATE), "--warmup", "0"));
    arguments.addAll(Arrays.asList(more));
    return arguments;
  }

  /**
   * A shell whose command may not write larger files. The write that would is refused as one on a
   * full disk is, without the need to be root and to mount a small one.
   */
  private static List<String> filesOfAtMost(int kibibytes) {
    return List.of("bash", "-c", "ulimit -f " + kibibytes + " && exec \"$@\"", "bash");
  }

  private static Process start(List<String> prefix, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The file of performance data would be the first that is too large.
    command.addAll(List.of("-Xmx128m", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("org.plimsoll.cli.Main");
    command.addAll(arguments);
    return new ProcessBuilder(command).start();
  }

  private static Ended ended(Process process) throws Exception {
    CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> all(process.inputReader()));
    CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> all(process.errorReader()));
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Ended(process.waitFor(), out.get(), err.get());
  }

  private static String all(BufferedReader reader) {
    try (reader) {
      return reader.readAllAsString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long succeeded(RecordedRun run) {
    return run.intervals().stream()
        .map(Interval::accounting)
        .mapToLong(accounting -> accounting.succeeded())
        .sum();
  }
}
