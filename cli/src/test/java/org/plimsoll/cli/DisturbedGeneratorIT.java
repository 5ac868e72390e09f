package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/**
 * Runs a generator as a process that is paused, overloaded or short of CPU, and checks which
 * intervals it reports as invalid. The targets are slow, so that other load on a busy machine does
 * not matter.
 */
class DisturbedGeneratorIT {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path temp;

  @Test
  void aPauseOfOneSecondInvalidatesOnlyItsIntervalsAndLosesNoArrival() throws Exception {
    int rate = 500;
    int seconds = 10; // The pause may begin some seconds late.
    Path folder = temp.resolve("stopped");
    Process process =
        run(folder, "sim:?service=constant(400ms)", rate + "", "--for", seconds + "s");
    int seen = readIntervals(process, 3);
    signal(process, "kill -STOP $1; sleep 1; kill -CONT $1");
    int until = seen + readReadyIntervals(process);
    assertThat(PlimsollProcess.ended(process).exit()).isIn(ExitCode.DONE, ExitCode.UNDECIDED);

    RecordedRun run = RunReader.read(folder);
    Summary summary = Objects.requireNonNull(run.summary());
    Accounting accounting = summary.accounting();
    assertThat(accounting.scheduled()).isEqualTo((long) rate * seconds);
    assertThat(accounting.answered().succeeded()).isEqualTo(accounting.scheduled());
    assertThat(summary.figures().dispatchLagNanos().max()).isGreaterThan(9 * SECOND / 10);

    List<Interval> measured = measured(run);
    int stopped =
        IntStream.range(seen, measured.size())
            .filter(i -> measured.get(i).health().pauseNanosMax() > 9 * SECOND / 10)
            .findFirst()
            .orElseThrow();
    // The interval that was in progress after the pause may be the one that noticed it.
    assertThat(stopped).isBetween(seen, until + 1);
    assertThat(measured.get(stopped).verdict().validity()).isEqualTo(Validity.INVALID);
    assertThat(measured.get(stopped).verdict().findings()).contains(FindingCode.GENERATOR_PAUSED);
    // Operations that became due during the pause are sent late, in that interval or at the start
    // of the next. Other load on the machine may pause the generator in another interval.
    assertThat(invalid(measured)).contains(stopped);
    assertThat(IntStream.range(0, measured.size()))
        .filteredOn(i -> measured.get(i).dispatchLagNanos().max() > SECOND / 2)
        .containsAnyOf(stopped, stopped + 1)
        .allMatch(i -> isPaused(measured.get(i)) || (i > 0 && isPaused(measured.get(i - 1))));
    assertThat(summary.verdict().has(FindingCode.INTERVALS_DISTURBED)).isTrue();
  }

  @Test
  void anImpossibleRateIsDetectedWithinTwoIntervals() throws Exception {
    Path folder = temp.resolve("overloaded");
    Process process = run(folder, "sim:", "50m", "--for", "1h");
    try {
      readIntervals(process, 2);
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<Interval> measured = measured(RunReader.read(folder));
    assertThat(invalid(measured.subList(0, 2))).isNotEmpty();
    assertThat(measured.get(1).verdict().findings()).contains(FindingCode.GENERATOR_LATE);
  }

  @Test
  void aFifthOfTheProcessorIsDetectedWithinTwoIntervals() throws Exception {
    Path folder = temp.resolve("short");
    Process process = run(folder, "sim:?service=constant(20ms)", "500", "--for", "1h");
    int seen;
    int begun;
    try {
      seen = readIntervals(process, 2);
      Process shell =
          start(
              process,
              "for i in {1..40}; do"
                  + " kill -STOP $1; sleep 0.08; kill -CONT $1; echo $i; sleep 0.02; done");
      try (BufferedReader rounds = shell.inputReader()) {
        // A busy machine may start the shell late, when more intervals have ended undisturbed.
        assertThat(rounds.readLine()).isEqualTo("1");
        begun = seen + readReadyIntervals(process);
        rounds.lines().forEach(_ -> {});
      }
      assertThat(shell.waitFor()).isZero();
      readIntervals(process, 3); // after those that had ended before the first round
    } finally {
      process.destroyForcibly().waitFor();
    }
    List<Interval> measured = measured(RunReader.read(folder));
    assertThat(measured).hasSizeGreaterThan(begun + 2);
    // The first of them had started before.
    assertThat(invalid(measured))
        .containsAnyElementsOf(IntStream.rangeClosed(seen, begun + 2).boxed().toList());
  }

  private Process run(Path folder, String target, String rate, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("run", target, "--rate", rate));
    arguments.addAll(List.of("--warmup", "0", "--out", folder.toString()));
    arguments.addAll(Arrays.asList(more));
    return PlimsollProcess.start(temp, List.of(), arguments);
  }

  /** Waits until {@code count} intervals of the measurement have ended. */
  private static int readIntervals(Process process, int count) throws IOException {
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    for (int seen = 0; seen < count; ) {
      String line = err.readLine();
      assertThat(line).as("after " + seen + " intervals").isNotNull();
      seen += line.startsWith("measure") ? 1 : 0;
    }
    return count;
  }

  /** Returns the number of intervals that have ended and were not read yet. */
  private static int readReadyIntervals(Process process) throws IOException {
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    int seen = 0;
    while (err.ready()) {
      seen += Objects.requireNonNullElse(err.readLine(), "").startsWith("measure") ? 1 : 0;
    }
    return seen;
  }

  private static void signal(Process process, String script) throws Exception {
    assertThat(start(process, script).waitFor()).isZero();
  }

  /** Starts a shell with the id of the process as its argument. */
  private static Process start(Process process, String script) throws IOException {
    return new ProcessBuilder("bash", "-c", script, "bash", String.valueOf(process.pid())).start();
  }

  private static boolean isPaused(Interval interval) {
    return interval.health().pauseNanosMax() > SECOND / 4;
  }

  private static List<Interval> measured(RecordedRun run) {
    return run.intervals().stream().filter(i -> i.window().phase() == Phase.MEASURE).toList();
  }

  /** Returns the positions of the invalid intervals. */
  private static List<Integer> invalid(List<Interval> intervals) {
    return IntStream.range(0, intervals.size())
        .filter(i -> intervals.get(i).verdict().validity() == Validity.INVALID)
        .boxed()
        .toList();
  }
}
