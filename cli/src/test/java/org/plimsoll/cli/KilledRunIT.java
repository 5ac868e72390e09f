package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.cli.PlimsollProcess.Ended;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;

/** Runs {@code plimsoll run} as a process that is killed or has a full disk. */
class KilledRunIT {
  private static final int RATE = 1000;
  private static final int SECONDS = 3;

  /**
   * Starts a process that Ctrl-C reaches. A JVM ignores SIGINT if its parent does, and the tests
   * inherit that from {@code nohup} and from shells that start jobs in the background.
   */
  private static final List<String> INTERRUPTIBLE = List.of("env", "--default-signal=INT");

  @TempDir Path temp;

  @Test
  void killedRunsLoseAtMostTheLastSecond() throws Exception {
    Path folder = temp.resolve("killed");
    Process process = PlimsollProcess.start(temp, List.of(), run(folder, "--for", "1h"));
    int seconds = 0;
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      // A generator that was late has recorded less than it should in the first seconds.
      while (seconds < SECONDS || succeeded(RunReader.read(folder)) <= (SECONDS - 1) * RATE) {
        String line = err.readLine();
        assertThat(line).as("after " + seconds + " seconds").isNotNull();
        seconds += line.startsWith("measure") ? 1 : 0;
      }
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }

    RecordedRun run = RunReader.read(folder);
    assertThat(run.state()).isEqualTo("running");
    Summary summary = Objects.requireNonNull(run.summary());
    assertThat(summary.verdict().has(FindingCode.INTERRUPTED)).isTrue();
    assertThat(summary.accounting().answered().succeeded()).isEqualTo(succeeded(run));
    double length = run.intervals().stream().mapToLong(each -> each.window().lengthNanos()).sum();
    // Not the rate: operations that are late at the kill are sent by nobody.
    assertThat(summary.figures().throughputPerSecond())
        .isCloseTo(succeeded(run) * 1e9 / length, within(0.05 * RATE));
    assertThat(run.intervals()).hasSizeGreaterThanOrEqualTo(SECONDS);
    assertThat(succeeded(run)).isGreaterThan((SECONDS - 1) * RATE);
    // Counters are collected before histograms. An operation that ends in between is counted in the
    // histogram one second early.
    assertThat(run.micros().byTag().getOrDefault("all/response", new Histogram(3)).getTotalCount())
        .isBetween(succeeded(run) - 2 * RATE, succeeded(run) + RATE);
    assertThat(Files.readAllLines(folder.resolve("events.jsonl"))).isNotEmpty();

    Ended report =
        PlimsollProcess.ended(
            PlimsollProcess.start(temp, List.of(), List.of("report", folder.toString())));
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("The run was interrupted", "</html>");
  }

  @Test
  void runsStoppedInTheMeasurementSayThatTheyWereCutShort() throws Exception {
    Path folder = temp.resolve("stopped");
    Path json = temp.resolve("stopped.json");
    Process process =
        PlimsollProcess.start(
            temp, INTERRUPTIBLE, run(folder, "--for", "1h", "--json", json.toString()));
    StringBuilder said = new StringBuilder();
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    String told = err.readLine();
    while (told != null && !told.startsWith("measure")) {
      said.append(told).append('\n');
      told = err.readLine();
    }
    signal("INT", process);
    Ended stopped = PlimsollProcess.ended(process);

    assertThat(stopped.exit()).as(said + stopped.err()).isZero();
    assertThat(stopped.out().replaceAll("\\s+", " "))
        .containsPattern("The run was stopped after .* s of the planned 60.0 min");
    assertThat(json).content().contains("\"interrupted\"", "The run was stopped after");
    assertThat(RunReader.read(folder).summary())
        .isNotNull()
        .matches(summary -> summary.verdict().has(FindingCode.INTERRUPTED));
  }

  @Test
  void theSecondInterruptIsAnswered() throws Exception {
    Path folder = temp.resolve("aborted");
    Process process =
        PlimsollProcess.start(
            temp,
            INTERRUPTIBLE,
            List.of(
                "run",
                // Some operations succeed before those that are in flight until the end. Without
                // them, a process that ends before the third signal has no usable target.
                "sim:?stall-after=2s&stall-for=1h",
                "--out=" + folder,
                "--for=1h",
                "--rate=9",
                "--warmup=0",
                "--timeout=10m"));
    StringBuilder said = new StringBuilder();
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      for (String awaited : List.of("stall", "stopping; press Ctrl-C again", "aborting; ")) {
        String told = err.readLine();
        while (told != null && !told.startsWith(awaited)) {
          said.append(told).append('\n');
          told = err.readLine();
        }
        assertThat(told).as(awaited + " after " + said).isNotNull();
        signal("INT", process);
      }
    }
    assertThat(process.waitFor()).isEqualTo(130);
  }

  /** Sends a signal by its name. */
  private static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  @ParameterizedTest
  @CsvSource({
    "fill, run --fill --fill-rate=10 --keys=1000",
    "fill, fill --fill-rate=10 --keys=1000",
    "warmup, run --warmup=1h",
  })
  void runsStoppedBeforeTheMeasurementAreAborted(String phase, String line) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
    arguments.addAll(1, List.of("sim:?service=constant(1ms)", "--out=" + phase));
    Process process = PlimsollProcess.start(temp, List.of(), arguments);
    StringBuilder said = new StringBuilder();
    try (BufferedReader err = process.errorReader(StandardCharsets.UTF_8)) {
      String told = err.readLine();
      while (told != null && !told.startsWith(phase)) {
        said.append(told).append('\n');
        told = err.readLine();
      }
      process.toHandle().destroy(); // SIGTERM, handled like Ctrl-C; streams stay open
      err.lines().forEach(next -> said.append(next).append('\n'));
    }

    assertThat(process.waitFor()).as(said.toString()).isEqualTo(130);
    assertThat(RunReader.read(temp.resolve(phase)).summary()).isNotNull();
  }

  @Test
  void fullDisksAreAFindingAndNotACrash() throws Exception {
    int operations = SECONDS * RATE;
    List<Process> processes = new ArrayList<>();
    for (int kibibytes : new int[] {0, 2}) {
      processes.add(
          PlimsollProcess.start(
              temp,
              filesOfAtMost(kibibytes),
              run(temp.resolve("full" + kibibytes), "--ops", String.valueOf(operations))));
    }
    for (Process process : processes) {
      Ended run = PlimsollProcess.ended(process);
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.err()).doesNotContain("Exception");
      assertThat(run.out().replaceAll("\\s+", " "))
          .contains(
              "3,000", "The run folder could not be written (", "intervals.jsonl", "from memory");
    }

    List<String> lines = Files.readAllLines(temp.resolve("full2").resolve("intervals.jsonl"));
    assertThat(lines).isNotEmpty().allMatch(line -> line.startsWith("{") && line.endsWith("}"));
  }

  @Test
  void unwritableResultsAreAFailure() throws Exception {
    List<String> toStdout = run(temp.resolve("unheard"), "--ops", "1", "--quiet");
    Process process =
        PlimsollProcess.start(
            temp, List.of("bash", "-c", "exec \"$@\" > /dev/full", "bash"), toStdout);
    Ended unheard = PlimsollProcess.ended(process);
    assertThat(unheard.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(unheard.err()).isEqualTo("plimsoll: the output could not be written to stdout\n");

    List<String> toFile = run(temp.resolve("lost"), "--ops", "1", "--json", "/dev/full");
    Ended lost = PlimsollProcess.ended(PlimsollProcess.start(temp, List.of(), toFile));
    assertThat(lost.exit()).isEqualTo(ExitCode.FAILURE);
    assertThat(lost.err()).contains("--json: /dev/full cannot be written: No space left");
  }

  private static List<String> run(Path folder, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "sim:?service=constant(1ms)"));
    arguments.addAll(List.of("--out", folder.toString()));
    arguments.addAll(List.of("--rate", String.valueOf(RATE), "--warmup", "0"));
    arguments.addAll(Arrays.asList(more));
    return arguments;
  }

  /**
   * Returns a shell that limits the file size of its command. A larger write is refused as on a
   * full disk, without root and a small mount.
   */
  private static List<String> filesOfAtMost(int kibibytes) {
    return List.of("bash", "-c", "ulimit -f " + kibibytes + " && exec \"$@\"", "bash");
  }

  private static long succeeded(RecordedRun run) {
    return run.intervals().stream()
        .map(each -> each.figures().accounting())
        .mapToLong(accounting -> accounting.answered().succeeded())
        .sum();
  }
}
